/** Declares tests of tools on demo phones, which an MCP client uses through the worker's own parts. */
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest';
import {
  type PhoneOptions,
  type ToolCases,
  inputBackendOf,
  PhoneUnderTest,
} from '#core/demo-phone/testing/phone-under-test.ts';
import type { Agent } from '#core/mcp/testing/agent.ts';
import { type OpeningState, openNodeConsole } from './node-console.ts';

/** Opens a phone with a connected agent; it is closed when the test has finished. */
export async function openPhone(
  options: PhoneOptions,
  opening?: OpeningState,
): Promise<PhoneUnderTest> {
  const phone = await connectPhone(options, opening);
  onTestFinished(() => phone.close());
  return phone;
}

/** Connects an agent to a console without a phone; both are closed when the test has finished. */
export async function connectAgentWithoutPhone(): Promise<Agent> {
  const openConsole = await openNodeConsole();
  onTestFinished(() => openConsole.close());
  const agent = await openConsole.connectAgent();
  onTestFinished(() => agent.close());
  return agent;
}

/** Declares the tests for one phone; they run in order. */
export function testOn(options: PhoneOptions, cases: ToolCases): void {
  describe(`Android ${options.android}, ${inputBackendOf(options)}`, () => {
    let phone: PhoneUnderTest;
    beforeAll(async () => {
      phone = await connectPhone(options);
    });
    afterAll(() => phone.close());
    test.each(Object.entries(cases))('%s', async (_, run) => {
      await phone.reset();
      await run(phone);
    });
  });
}

async function connectPhone(
  options: PhoneOptions,
  opening?: OpeningState,
): Promise<PhoneUnderTest> {
  return await PhoneUnderTest.in(await openNodeConsole(options, opening), options);
}
