// A zip of texts, stored as they are: one file to save, whatever a scene consists of.
const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
    for (let k = 0; k < 8; k++) {
        i = i & 1 ? (i >>> 1) ^ 0xedb88320 : i >>> 1;
    }
    return i;
});

function crcOf(bytes) {
    let crc = 0xffffffff;
    for (const byte of bytes) {
        crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
    }
    return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers of 2 or 4 bytes each, little-endian. */
function pack(...fields) {
    const bytes = [];
    for (const [size, value] of fields) {
        for (let i = 0; i < size; i++) {
            bytes.push((value >>> (8 * i)) & 255);
        }
    }
    return Uint8Array.from(bytes);
}

export function makeZip(files) {
    const encoder = new TextEncoder(), parts = [], entries = [];
    let offset = 0;
    for (const [name, text] of Object.entries(files)) {
        const label = encoder.encode(name), data = encoder.encode(text), size = data.length;
        // Version 2.0, nothing special, stored, the first day that a zip knows.
        const facts = [[2, 20], [2, 0], [2, 0], [2, 0], [2, 33], [4, crcOf(data)], [4, size], [4, size],
                       [2, label.length], [2, 0]];
        const head = pack([4, 0x04034b50], ...facts);
        entries.push(pack([4, 0x02014b50], [2, 20], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), label);
        parts.push(head, label, data);
        offset += head.length + label.length + size;
    }
    const listed = entries.reduce((sum, part) => sum + part.length, 0), count = entries.length / 2;
    const end = pack([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, listed], [4, offset], [2, 0]);
    return new Blob([...parts, ...entries, end], { type: "application/zip" });
}
