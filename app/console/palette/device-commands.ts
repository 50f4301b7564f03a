/** The commands for the phone's apps and settings: each runs a tool that agents have, too. */
import { isJsonArray, ownMember, parseJson, type Json } from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';
import type { Console } from '../console.svelte.ts';
import type { Command } from './command.ts';
import { paletteStrings as strings } from './strings.ts';

/** Opening, stopping, clearing and removing an app, and the settings that testers change most. */
export function deviceCommands(console: Console): readonly Command[] {
  const group = 'phone';
  const isEnabled = console.phone.status.state === 'connected';
  return [
    ...appVerbs.map(({ tool, runs }): Command => {
      const { label, synonyms, forApp } = strings.apps[tool];
      return {
        id: `app-${tool}`,
        label,
        group,
        synonyms,
        isEnabled,
        action: () => undefined,
        choices: async (signal) =>
          (await listApps(console, signal)).map(({ name, packageName }) => ({
            id: `app-${packageName}`,
            label: forApp(name),
            group,
            detail: packageName,
            isEnabled: true,
            action: () => {
              const args = { package_id: packageName };
              // What can't be undone is only filled in: its form asks for one more click.
              return runs
                ? runTool(console, { tool, args, label: forApp(name) })
                : console.tools.open(tool, args);
            },
          })),
      };
    }),
    ...strings.settings.map(({ id, label, synonyms, args }): Command => ({
      id: `setting-${id}`,
      label,
      group,
      synonyms,
      isOnlySearched: true,
      isEnabled,
      action: () => runTool(console, { tool: 'set_device', args, label }),
    })),
  ];
}

/** What one does to an app, and whether it is done at once. */
const appVerbs = [
  { tool: 'open_app', runs: true },
  { tool: 'stop_app', runs: true },
  { tool: 'clear_app_data', runs: false },
  { tool: 'uninstall_app', runs: false },
] as const;

/** Runs a tool as the user; rejects with its text where it failed. */
async function runTool(
  { timeline }: Console,
  call: {
    readonly tool: string;
    readonly args: { readonly [name: string]: unknown };
    readonly label: string;
  },
): Promise<string> {
  const { isError, text } = await timeline.runTool(call.tool, call.args);
  if (isError) throw new Error(text);
  return strings.done(call.label);
}

/** The apps that can be opened, by name. */
async function listApps(
  { timeline }: Console,
  signal: AbortSignal,
): Promise<readonly { readonly name: string; readonly packageName: string }[]> {
  const { isError, text } = await timeline.runTool('list_apps', {}, signal);
  if (isError) throw new Error(text);
  const apps = ownMember(parseJson(text), 'apps');
  return isJsonArray(apps) ? apps.flatMap(parseApp) : [];
}

function parseApp(app: Json): readonly { readonly name: string; readonly packageName: string }[] {
  const [packageName, name] = [ownMember(app, 'package_id'), ownMember(app, 'name')];
  if (typeof packageName !== 'string') return [];
  return [{ packageName, name: typeof name === 'string' ? plainText(name) : packageName }];
}
