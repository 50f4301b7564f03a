import { toHandsetError } from '#core/errors.ts';
import type { ConnectedPhone } from '#core/phone/phone.ts';
import type { ActiveCall } from './active-calls.ts';
import type { CallPictures } from './call-pictures.ts';
import type { PolicyGuard } from './policy-guard.ts';
import {
  type CheckedTool,
  type PreviewedPhone,
  type TargetReading,
  callTargetOf,
  touchOf,
  watchCallTarget,
} from './question-target.ts';
import { refusalOf } from './refusals.ts';

interface CallPermissionOptions {
  readonly policyGuard: PolicyGuard;
  readonly pictures: Pick<CallPictures, 'whenCurrent'>;
}

/** Asks the user about calls if their policy requires it. */
export class CallPermission {
  readonly #policyGuard: PolicyGuard;
  readonly #pictures: Pick<CallPictures, 'whenCurrent'>;

  constructor({ policyGuard, pictures }: CallPermissionOptions) {
    this.#policyGuard = policyGuard;
    this.#pictures = pictures;
  }

  /** Whether the user must be asked. A yes is valid only for the phone that was connected when they were asked. */
  isNeeded(call: ActiveCall, { tool, risk }: CheckedTool, phone: ConnectedPhone): boolean {
    if (call.from === 'person' || call.allowed?.serial === phone.serial) return false;
    return this.#policyGuard.needsPermission(call, tool, risk);
  }

  /** Resolves once the user has allowed the call; rejects if they refused it or nobody answered. */
  async request(
    call: ActiveCall,
    checked: CheckedTool,
    { phone, shown }: PreviewedPhone,
  ): Promise<void> {
    const previewed = { phone, shown, plan: call.stepOf?.plan ?? null };
    let reading = await callTargetOf(checked, previewed, call.signal);
    // If the user has switched asking off meanwhile, that does not count as a yes.
    if (!this.isNeeded(call, checked, phone)) return;
    // A refused call shows what the user was asked about.
    const answered = new AbortController();
    let touch = touchOf(reading.target.touchPreview);
    const takeScreen = (): void => {
      call.before = this.#pictures.whenCurrent(answered.signal);
    };
    takeScreen();
    const onReading = (now: TargetReading): void => {
      const nowTouch = touchOf(now.target.touchPreview);
      const isMoved = nowTouch !== null && JSON.stringify(nowTouch) !== JSON.stringify(touch);
      reading = now;
      // If the target is gone, the earlier picture still shows it.
      if (!isMoved) return;
      touch = nowTouch;
      takeScreen();
    };
    const askedAtMs = performance.now();
    try {
      await this.#policyGuard.requestPermission(call, {
        tool: checked.tool,
        risk: checked.risk,
        target: reading.target,
        watchTarget: (onTarget) =>
          watchCallTarget(checked, previewed, reading, (now) => {
            onReading(now);
            onTarget(now.target);
          }),
      });
    } catch (thrown) {
      if (refusalOf(toHandsetError(thrown))) call.touch = touch;
      throw thrown;
    } finally {
      answered.abort();
      call.askedMs += performance.now() - askedAtMs;
    }
    const { element, hierarchy } = reading;
    // The screen may have changed by now, so the tool must read it again to find the element.
    if (element !== null) phone.screenMayHaveChanged();
    call.allowed = { serial: phone.serial, element, hierarchy };
    call.beginStage();
  }
}
