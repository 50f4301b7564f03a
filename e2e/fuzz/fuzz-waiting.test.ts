/** Runs the targets that wait, beside the others. */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { testTargets } from './test-targets.ts';

useDrivenClock();

testTargets('every reader that waits, on a driven clock', ({ waits }) => waits === true);
