/* Looks through a page tag by tag. It knows the part of HTML that the bench writes, and refuses the rest. */
#include "tests/bench/html_reader.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64, ATTRIBUTES = 16 };

typedef struct name {
    const char *text;
    size_t length;
} name;

typedef struct reader {
    const char *at;
    name open[DEPTH];
    int depth;
    const char *fault;
} reader;

static int is(name n, const char *text)
{
    return strlen(text) == n.length && memcmp(n.text, text, n.length) == 0;
}

static int among(name n, const char *const *list)
{
    for (; *list; list++)
        if (is(n, *list))
            return 1;
    return 0;
}

static name read_name(reader *r)
{
    name n = {r->at, strspn(r->at, "abcdefghijklmnopqrstuvwxyz0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ!")};
    r->at += n.length;
    return n;
}

static size_t utf8_length(const unsigned char *c)
{
    const size_t length = *c < 0x80 ? 1 : *c < 0xC2 ? 0 : *c < 0xE0 ? 2 : *c < 0xF0 ? 3 : *c < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    return *c < 32 && *c != '\n' ? 0 : length;
}

/* Text up to a character of `end`. */
static void read_text(reader *r, const char *end)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&#160;", NULL};
    while (!r->fault && *r->at && !strchr(end, *r->at)) {
        const size_t length = utf8_length((const unsigned char *)r->at);
        int known = *r->at != '&';
        for (int i = 0; entities[i] && !known; i++)
            known = strncmp(r->at, entities[i], strlen(entities[i])) == 0;
        if (length == 0)
            r->fault = "bytes that are no text";
        else if (!known)
            r->fault = "an ampersand that is not escaped";
        else if (*r->at == '<' || *r->at == '>')
            r->fault = "a bracket that is not escaped";
        r->at += length;
    }
}

/* The number of a place or a size, with or without a percent sign. */
static int is_finite_number(name value)
{
    char text[32], *end = NULL;
    if (value.length == 0 || value.length >= sizeof text)
        return 0;
    memcpy(text, value.text, value.length);
    text[value.length] = '\0';
    if (strspn(text, "-.0123456789%") != value.length)
        return 0;
    return isfinite(strtod(text, &end)) && (*end == '\0' || strcmp(end, "%") == 0);
}

static void check_attribute(reader *r, name key, name value)
{
    static const char *const places[] = {"x", "y",  "x1", "x2", "y1",     "y2",
                                         "r", "cx", "cy", "dy", "height", NULL};
    static const char *const known[] = {"lang",    "charset",     "name",       "content", "class", "id",
                                        "width",   "role",        "scope",      "rowspan", "title", "alt",
                                        "colspan", "aria-hidden", "aria-label", "d",       NULL};
    static const char picture[] = "data:image/png;base64,";
    if (is(key, "src")) {
        if (value.length < sizeof picture || memcmp(value.text, picture, sizeof picture - 1) != 0)
            r->fault = "a source outside the page";
    } else if (is(key, "href")) {
        if (*value.text != '#')
            r->fault = "a link outside the page";
    } else if (among(key, places)) {
        if (!is_finite_number(value))
            r->fault = "a place that is no number";
    } else if (!among(key, known))
        r->fault = "an attribute that is not expected";
}

static void read_attributes(reader *r)
{
    name seen[ATTRIBUTES];
    int count = 0;
    while (!r->fault && *r->at == ' ') {
        r->at++;
        const name key = read_name(r);
        if (key.length == 0 || strncmp(r->at, "=\"", 2) != 0) {
            r->fault = "an attribute without a value in quotes";
            return;
        }
        r->at += 2;
        name value = {r->at, 0};
        read_text(r, "\"");
        value.length = (size_t)(r->at - value.text);
        check_attribute(r, key, value);
        for (int i = 0; i < count; i++)
            if (seen[i].length == key.length && memcmp(seen[i].text, key.text, key.length) == 0)
                r->fault = "an attribute twice";
        if (count < ATTRIBUTES)
            seen[count++] = key;
        r->at += *r->at == '"';
    }
}

/* Style is no text; the page may not load anything from there either. */
static void read_style(reader *r)
{
    const char *end = strstr(r->at, "</style>");
    const char *load = strstr(r->at, "url(");
    const char *import = strstr(r->at, "@import");
    if (!end)
        r->fault = "style without an end";
    else if ((load && load < end) || (import && import < end))
        r->fault = "style that loads something";
    else
        r->at = end;
}

static void open_tag(reader *r, name tag)
{
    static const char *const known[] = {
        "html",  "head", "meta",   "title",      "style",   "body",    "header", "main",  "nav",    "section",
        "p",     "h1",   "h2",     "h3",         "h4",      "a",       "ul",     "li",    "dl",     "div",
        "dt",    "dd",   "b",      "em",         "small",   "sup",     "span",   "table", "thead",  "tbody",
        "tfoot", "tr",   "th",     "td",         "img",     "svg",     "line",   "rect",  "circle", "path",
        "text",  "desc", "figure", "figcaption", "details", "summary", NULL};
    if (!among(tag, known))
        r->fault = "a tag that is not expected";
    read_attributes(r);
    if (r->fault)
        return;
    if (strncmp(r->at, "/>", 2) == 0) {
        r->at += 2;
        return;
    }
    if (*r->at != '>' || r->depth == DEPTH) {
        r->fault = "a tag that does not end";
        return;
    }
    r->at++;
    r->open[r->depth++] = tag;
    if (is(tag, "style"))
        read_style(r);
}

static void close_tag(reader *r, name tag)
{
    if (r->depth == 0 || r->open[r->depth - 1].length != tag.length ||
        memcmp(r->open[r->depth - 1].text, tag.text, tag.length) != 0 || *r->at != '>') {
        r->fault = "an end without its beginning";
        return;
    }
    r->depth--;
    r->at++;
}

const char *page_fault(const char *page)
{
    static const char doctype[] = "<!DOCTYPE html>\n";
    static char fault[200];
    reader r = {.at = page};
    if (strncmp(page, doctype, sizeof doctype - 1) != 0)
        return "no document type";
    r.at += sizeof doctype - 1;
    while (*r.at && !r.fault) {
        if (*r.at != '<') {
            read_text(&r, "<");
        } else if (r.at[1] == '/') {
            r.at += 2;
            const name tag = read_name(&r);
            close_tag(&r, tag);
        } else {
            r.at += 1;
            const name tag = read_name(&r);
            open_tag(&r, tag);
        }
    }
    if (!r.fault && r.depth > 0)
        r.fault = "a tag left open";
    if (!r.fault)
        return NULL;
    (void)snprintf(fault, sizeof fault, "%s, before: %.80s", r.fault, r.at);
    return fault;
}
