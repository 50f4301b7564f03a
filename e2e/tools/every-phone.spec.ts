/** Every tool that presses, touches or finds, on all profiles and both ways. */
import { androidVersions } from '../../core/demo-phone/options.ts';
import { testOn } from './cases.ts';
import { elementCases } from './element-cases.ts';
import { gestureCases } from './gesture-cases.ts';
import { scrollCases } from './scroll-cases.ts';
import { systemCases } from './system-cases.ts';
import { touchCases } from './touch-cases.ts';

const cases = {
  ...systemCases,
  ...touchCases,
  ...gestureCases,
  ...elementCases,
  ...scrollCases,
};

// Those that take longest first: through scrcpy a gesture takes its time.
for (const android of androidVersions) testOn({ android }, cases);
for (const android of androidVersions) testOn({ android, faults: ['no-scrcpy'] }, cases);
