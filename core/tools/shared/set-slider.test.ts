import { describe, expect, it } from 'vitest';
import type { Point } from '../../geometry.ts';
import { callTool } from '../testing/call-tool.ts';
import { box, ModelPhone, node, type ScreenModel } from '../testing/model-phone.ts';
import { setText } from '../text.ts';

/** The slider's padding in pixels: 16 dp on each side, as that of Android. */
const padding = 40;

interface SliderOptions {
  readonly attributes?: string;
  /** How the slider tells its value; absent where the phone does not read it. */
  readonly stateOf?: (percent: number) => string;
  /** Of a language that is written from right to left. */
  readonly isMirrored?: boolean;
  readonly isUpright?: boolean;
  /** Percent from one value to the next. */
  readonly step?: number;
}

/** A slider from 100 to 900 that follows taps as AbsSeekBar.trackTouchEvent does. */
class SliderModel implements ScreenModel {
  percent = 79;
  readonly #options: SliderOptions;

  constructor(options: SliderOptions = {}) {
    this.#options = options;
  }

  xml(): string {
    const { attributes = '', stateOf = (percent) => `${percent}%`, isUpright } = this.#options;
    const state = `state-description="${stateOf(this.percent)}"`;
    const bounds = isUpright ? box(300, 100, 400, 900) : box(100, 300, 900, 400);
    return node('slider', bounds, {
      attributes: `class="android.widget.SeekBar" content-desc="Volume" ${state} ${attributes}`,
    });
  }

  tap(_: string, { x, y }: Point): void {
    const { isMirrored = false, isUpright = false, step = 1 } = this.#options;
    const from = isUpright ? 900 - y : x - 100;
    const share = (from - padding) / (800 - 2 * padding);
    const percent = Math.min(1, Math.max(0, isMirrored ? 1 - share : share)) * 100;
    this.percent = Math.round(percent / step) * step;
  }
}

const set = async (text: string, model: SliderModel = new SliderModel()) => {
  const phone = new ModelPhone(model);
  const { answer, code } = await callTool(setText, phone, { selector: '@slider', text });
  return { answer, code, model, taps: phone.log.length };
};

describe('set_text on a slider', () => {
  it.each(['0%', '3', '30%', '50 %', '84', '100%'])('sets %s, and reads it back', async (text) => {
    for (const options of [{}, { isMirrored: true }, { isUpright: true }]) {
      const { answer, model, taps } = await set(text, new SliderModel(options));
      expect(model.percent).toBe(parseInt(text, 10));
      expect(answer).toBe(`Slider set on e1 SeekBar "Volume": it reads "${model.percent}%"`);
      expect(taps).toBeLessThanOrEqual(4);
    }
  });
  it.each(['30 percent.', '%30'])('reads a value that is written %s', async (written) => {
    const stateOf = (percent: number): string => written.replace('30', String(percent));
    const { answer, model } = await set('30%', new SliderModel({ stateOf }));
    expect(model.percent).toBe(30);
    expect(answer).toContain(`it reads "${written}"`);
  });
  it('says what a slider of few values reads', async () => {
    const { answer, taps } = await set('30%', new SliderModel({ step: 25 }));
    expect(answer).toBe('Slider set on e1 SeekBar "Volume": it reads "25%", not 30%');
    expect(taps).toBe(2);
  });
  it('does not claim a value that it did not read', async () => {
    const { answer, taps } = await set('30%', new SliderModel({ stateOf: () => '' }));
    expect(answer).toBe(
      'Slider set on e1 SeekBar "Volume": sent, not verified (the phone does not tell its value)',
    );
    expect(taps).toBe(1);
    const named = await set(
      '30%',
      new SliderModel({ stateOf: (percent) => `${percent / 10} of 10` }),
    );
    const half = await set('30%', new SliderModel({ stateOf: (percent) => `${percent}.5%` }));
    expect(half.answer).toMatch(/: sent, not verified \(it reads "\d+\.5%"\)$/);
    expect(named.answer).toMatch(/: sent, not verified \(it reads "\S+ of 10"\)$/);
  });
  it('fails if the slider does not move', async () => {
    const model = new SliderModel({ stateOf: () => '79%' });
    expect(await set('30%', model)).toMatchObject({
      code: 'action-failed',
      answer:
        'Action failed on element \'e1\': the slider still reads "79%" after it was tapped at 30%. It may have no value nearer, or react to a drag alone: try swipe along it.',
    });
  });
  it('fails on a disabled slider, and for what is no percentage', async () => {
    const disabled = new SliderModel({ attributes: 'enabled="false"' });
    expect((await set('30%', disabled)).answer).toContain("': it is disabled.");
    for (const text of ['loud', '101', '-3%', '2.5%', '']) {
      expect(await set(text)).toMatchObject({
        code: 'invalid-argument',
        answer: `A slider takes a percentage from 0% to 100%. Got: '${text}'`,
        taps: 0,
      });
    }
  });
});
