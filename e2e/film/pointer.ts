/** Runs in the page: draws the mouse pointer, which DevTools leaves out of its frames. */
export function drawPointer(): void {
  const arrow = document.createElement('div');
  arrow.ariaHidden = 'true';
  arrow.style.cssText =
    'position:fixed;z-index:99;left:0;top:0;width:20px;height:20px;pointer-events:none;visibility:hidden;' +
    'background:#101216;border:0;clip-path:polygon(0 0,0 78%,22% 60%,38% 94%,52% 88%,37% 55%,66% 55%);' +
    'filter:drop-shadow(0 0 1px #fff)';
  addEventListener('DOMContentLoaded', () => document.documentElement.append(arrow));
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      arrow.style.visibility = 'visible';
      arrow.style.transform = `translate(${clientX}px, ${clientY}px)`;
    },
    true,
  );
}
