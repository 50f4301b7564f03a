/** How a state feels: decides the colour of its dot, never the only sign of it. */
export type Tone = 'idle' | 'busy' | 'ok' | 'warn' | 'bad';
