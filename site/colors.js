// Colours of what is drawn: their places in the page's palettes.
export const COLOR = { blue: 0, orange: 1, pink: 2, grey: 3, green: 4, wall: 5, cursor: 6 };
export const RING = 16; // more than the colour of a disc: a ring
