import type { Ui } from '../../app.ts';
import { box, column, row, text, type View } from '../../ui/view.ts';
import { button } from '../../ui/widgets/controls.ts';
import type { PaintOp } from '../../ui/paint-op.ts';

/** dp of the dial. */
const dialSize = 76;

/** A stopwatch that can be paused, and its card. */
export class Stopwatch {
  readonly #id: (name: string) => string;
  #startedAtMs: number | undefined;
  #countedMs = 0;

  /** `id` makes a full resource id. */
  constructor(id: (name: string) => string) {
    this.#id = id;
  }

  get running(): boolean {
    return this.#startedAtMs !== undefined;
  }

  card(ui: Ui): View {
    const { theme } = ui;
    const elapsedMs = this.#elapsedMs;
    return row(
      {
        id: this.#id('stopwatch'),
        fill: theme.card,
        radius: 24,
        padding: [16, 20],
        margin: [0, 0, 14, 0],
        gap: 16,
      },
      [
        column({ bare: true, weight: 1, gap: 10 }, [
          text(
            timeText(elapsedMs),
            { size: 34, weight: 500, color: theme.text, lineHeight: 40 },
            { id: this.#id('stopwatch_time_text') },
          ),
          row({ bare: true, gap: 8 }, [
            button(theme, this.running ? 'Pause' : 'Start', {
              id: this.#id('stopwatch_start'),
              onTap: () => this.#startOrPause(),
            }),
            elapsedMs > 0 &&
              button(theme, 'Reset', {
                id: this.#id('stopwatch_reset'),
                tone: 'tonal',
                onTap: () => this.#reset(),
              }),
          ]),
        ]),
        this.#dial(ui, elapsedMs),
      ],
    );
  }

  get #elapsedMs(): number {
    if (this.#startedAtMs === undefined) return this.#countedMs;
    return this.#countedMs + performance.now() - this.#startedAtMs;
  }

  #startOrPause(): void {
    this.#countedMs = this.#elapsedMs;
    this.#startedAtMs = this.running ? undefined : performance.now();
  }

  #reset(): void {
    this.#countedMs = 0;
    this.#startedAtMs = undefined;
  }

  /** A hand that goes round once a minute, and the part of the ring that it has passed. */
  #dial({ theme }: Ui, elapsedMs: number): View {
    const angle = ((elapsedMs % 60_000) / 60_000) * 2 * Math.PI - Math.PI / 2;
    return box({
      id: this.#id('stopwatch_circle'),
      width: dialSize,
      height: dialSize,
      art: (rect, dp): readonly PaintOp[] => {
        const x = (rect.left + rect.right) / 2;
        const y = (rect.top + rect.bottom) / 2;
        const end = [x + Math.cos(angle) * dp(24), y + Math.sin(angle) * dp(24)] as const;
        const ring = { op: 'arc', rect, width: dp(5) } as const;
        return [
          { ...ring, start: 0, end: 2 * Math.PI, color: theme.tint },
          { ...ring, start: -Math.PI / 2, end: angle, color: theme.primary },
          { op: 'line', color: theme.primary, width: dp(3), points: [[x, y], end] },
        ];
      },
    });
  }
}

/** `1:02.34`, with hours only when there are any. */
function timeText(elapsedMs: number): string {
  const hundredths = Math.floor(elapsedMs / 10);
  const two = (value: number): string => `${Math.floor(value)}`.padStart(2, '0');
  const [hours, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60];
  const rest = `${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
