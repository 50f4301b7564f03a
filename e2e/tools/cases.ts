/** Declares tests that run on several phones; all cases of a phone share one console. */
import { browserPath } from '../chromium.ts';
import { noBrowserReason, test as base } from '../fixtures.ts';
import { inputBackendOf, PhoneUnderTest, type PhoneOptions } from './phone-under-test.ts';

interface PhoneFixtures {
  /** Opens a phone with a connected agent; the fixture closes it. */
  readonly openPhone: (options: PhoneOptions) => Promise<PhoneUnderTest>;
}

export const test = base.extend<PhoneFixtures>({
  openPhone: async ({ browser }, use) => {
    const open: PhoneUnderTest[] = [];
    await use(async (options) => {
      const phone = await PhoneUnderTest.open(browser, options);
      open.push(phone);
      return phone;
    });
    await Promise.all(open.map((phone) => phone.close()));
  },
});

type ToolCase = (phone: PhoneUnderTest) => Promise<void>;

/** Tests by title. Each starts on the home screen, with no app open. */
export type ToolCases = Readonly<Record<string, ToolCase>>;

/**
 * The versions other than Android 14. Android 14 runs every case; these run the cases that depend on
 * differences between versions: dumps, dumpsys, `input`, `cmd` and logcat.
 */
export const otherAndroidVersions = [8, 11, 16] as const;

/** The cases with these titles. */
export function pickCases<Name extends string>(
  cases: Readonly<Record<Name, ToolCase>>,
  names: readonly NoInfer<Name>[],
): ToolCases {
  return Object.fromEntries(names.map((name) => [name, cases[name]]));
}

/** Declares the tests for one phone; they run in order, in parallel with those of other phones. */
export function testOn(options: PhoneOptions, cases: ToolCases): void {
  const liveSuffix = options.live === true ? ', live' : '';
  test.describe(`Android ${options.android}, ${inputBackendOf(options)}${liveSuffix}`, () => {
    test.describe.configure({ mode: 'default' });
    test.skip(browserPath === undefined, noBrowserReason);
    let phone: PhoneUnderTest;
    test.beforeAll(async ({ browser }) => {
      phone = await PhoneUnderTest.open(browser, options);
    });
    test.afterAll(() => phone.close());
    for (const [name, run] of Object.entries(cases)) {
      test(name, async () => {
        await phone.reset();
        await run(phone);
      });
    }
  });
}
