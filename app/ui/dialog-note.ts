/** The Svelte context with what every dialog says above its content, as a function; an empty text is none. */
export const dialogNoteContext = Symbol('dialog note');
