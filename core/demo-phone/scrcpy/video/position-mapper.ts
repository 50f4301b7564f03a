import type { Point, Size } from '../../../geometry.ts';

/** Where a point of the video is on the display (PositionMapper.java). */
export class PositionMapper {
  readonly #video: Size;
  readonly #display: Size;

  constructor(video: Size, display: Size) {
    this.#video = video;
    this.#display = display;
  }

  /** In whole pixels of the display; undefined for a point of a video of another size, such as before a turn. */
  map({ x, y }: Point, measuredIn: Size): Point | undefined {
    const [video, display] = [this.#video, this.#display];
    if (measuredIn.width !== video.width || measuredIn.height !== video.height) return undefined;
    return {
      x: Math.trunc((x * display.width) / video.width),
      y: Math.trunc((y * display.height) / video.height),
    };
  }
}
