/* What a page of the bench has to be like, whatever it was made of. */
#ifndef THRONG_TESTS_BENCH_HTML_READER_H
#define THRONG_TESTS_BENCH_HTML_READER_H

/* NULL where a page is in order, else what is wrong: tags that do not balance, attributes without quotes or
 * twice, texts that are not escaped, bytes that are no UTF-8, numbers that are not finite, and whatever would
 * load or run something. */
const char *page_fault(const char *page);

#endif
