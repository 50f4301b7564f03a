import { expect, it } from 'vitest';
import type { Rect } from '../geometry.ts';
import { readKeyboard } from './keyboard.ts';

const readKeyboardFrom = (text: string): Rect | null =>
  readKeyboard.parse({ stdout: new TextEncoder().encode(text), stderr: '', exitCode: 0 });
const keyboardRegion = { left: 0, top: 1536, right: 1080, bottom: 2274 };

it.each([
  [
    'Android 11',
    "      2: name='Window{b74b363 u0 InputMethod}', displayId=0, portalToDisplayId=-1, paused=false, visible=true, flags=0x81800108, frame=[0,63][1080,2400], touchableRegion=[0,1536][1080,2274], inputFeatures=0x00000000\r\n",
    keyboardRegion,
  ],
  [
    'Android 13',
    "      4: name='97f071a InputMethod', id=69, displayId=0, inputConfig=NOT_FOCUSABLE | TRUSTED_OVERLAY, alpha=1.00, frame=[0,63][1080,2400], applicationInfo.name=, touchableRegion=[0,1536][1080,2200]|[0,2200][540,2274], ownerPid=4271\n",
    keyboardRegion,
  ],
  [
    'a name without quotes',
    '      6: name=Window:1564eb2 type=2011 InputMethod, id=1167, displayId=0, inputConfig=NOT_FOCUSABLE, alpha=1, touchableRegion=[0,1536][1080,2274], ownerPid=3626\n',
    keyboardRegion,
  ],
  [
    'closed, with the region it had',
    "      2: name='Window{b74b363 u0 InputMethod}', displayId=0, visible=false, touchableRegion=[0,1536][1080,2274], inputFeatures=0\n",
    null,
  ],
  [
    'closed, Android 13',
    "      4: name='97f071a InputMethod', id=69, displayId=0, inputConfig=NOT_VISIBLE | NOT_FOCUSABLE, touchableRegion=[0,1536][1080,2274], ownerPid=4271\n",
    null,
  ],
  [
    'no region',
    "      4: name='97f071a InputMethod', id=69, displayId=0, inputConfig=NOT_FOCUSABLE, touchableRegion=<empty>, ownerPid=4271\n",
    null,
  ],
  [
    'on another display',
    "      4: name='97f071a InputMethod', id=69, displayId=2, inputConfig=NOT_FOCUSABLE, touchableRegion=[0,1536][1080,2274], ownerPid=4271\n",
    null,
  ],
  [
    'another window of its name',
    "      5: name='1a2b com.a.InputMethodPicker', displayId=0, visible=true, touchableRegion=[0,0][1080,2274]\n",
    null,
  ],
  ['nothing', '', null],
])('readKeyboard: %s', (_, text, expected) => {
  expect(readKeyboardFrom(text)).toEqual(expected);
});
