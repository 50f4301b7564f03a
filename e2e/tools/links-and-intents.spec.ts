/** Links and intents. The phone's shell sends them whatever the input backend is; the versions' differences are tested below the tools. */
import { intentCases, linkCases } from './link-cases.ts';
import { testOn } from './phone-under-test.ts';

testOn({ android: 14 }, { ...linkCases, ...intentCases });
