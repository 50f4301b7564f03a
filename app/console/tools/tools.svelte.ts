import type { ArgumentProblem, ScriptRequest, StepScript } from '#core/link/call.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import { recall, recallInTab, remember, rememberInTab } from '../../ui/storage.ts';
import type { PlainCall } from './call-snippets.ts';
import type { ToolForm } from './tool-form.svelte.ts';
import type { OpenableApp, ToolsConsole } from './tools-console.ts';

/** A request to show a form and focus this field, or the first. With null arguments the form keeps its contents. */
interface FormRequest {
  readonly name: string;
  readonly args: PlainCall['args'] | null;
  readonly field: string | undefined;
}

/** Opens a panel and moves keyboard focus into it. */
interface PanelLayout {
  open(panel: 'tools'): void;
}

/** Settings of the phone, by their names in set_device. */
type PhoneSettings = { readonly [name: string]: unknown };

/** Recently used tools that are remembered. */
const maxRecent = 6;

/** Knows which tool's form is shown, and makes the forms' requests to the worker. */
export class ToolsState {
  /** Name of the tool whose form is shown, stored for this tab; null for none. */
  selectedName = $state(recallInTab('tool'));
  /** The pending request, which the form clears when it has handled it. */
  formRequest = $state.raw<FormRequest | null>(null);

  /** The form that is shown, for the commands of the palette; null for none. */
  form = $state.raw<ToolForm | null>(null);

  /** Names of tools that the user has run, newest first; stored in this browser. */
  recentNames = $state.raw<readonly string[]>(recall('tools-used')?.split(' ') ?? []);

  #apps = $state.raw<{
    readonly phone: PhoneInfo | null;
    readonly list: readonly OpenableApp[];
  }>({ phone: null, list: [] });
  #permissions = $state.raw<{
    readonly phone: PhoneInfo | null;
    readonly app: string;
    readonly names: readonly string[];
  }>({ phone: null, app: '', names: [] });
  #settings = $state.raw<{ readonly phone: PhoneInfo | null; readonly values: PhoneSettings }>({
    phone: null,
    values: {},
  });
  readonly #link: WorkerLink;
  readonly #layout: PanelLayout;

  constructor(link: WorkerLink, layout: PanelLayout) {
    this.#link = link;
    this.#layout = layout;
  }

  /** Shows a tool's form, filled with these arguments if any, and moves focus into it. */
  open(name: string, args: PlainCall['args'] | null = null, field?: string): void {
    this.select(name);
    this.formRequest = { name, args, field };
    this.#layout.open('tools');
  }

  /** Shows this tool's form; null shows only the list. */
  select(name: string | null): void {
    this.selectedName = name;
    rememberInTab('tool', name);
  }

  /** Sets the form that is shown. Returns a function to call when it is removed, which cancels a pending pick. */
  show(form: ToolForm): () => void {
    this.form = form;
    return () => {
      form.cancelPick();
      // The next form may be shown already.
      if (this.form === form) this.form = null;
    };
  }

  /** Records that the user runs this tool. */
  recordUse(name: string): void {
    this.recentNames = [name, ...this.recentNames.filter((other) => other !== name)].slice(
      0,
      maxRecent,
    );
    remember('tools-used', this.recentNames.join(' '));
  }

  /** The problems that the tool would report for these arguments. */
  async check(call: PlainCall, signal: AbortSignal): Promise<readonly ArgumentProblem[]> {
    const argumentsJson = JSON.stringify(call.args);
    return await this.#link.call('checkArguments', { name: call.name, argumentsJson }, signal);
  }

  /** The apps of this phone as last read; empty before. */
  appsOf(phone: PhoneInfo | null): readonly OpenableApp[] {
    return this.#apps.phone === phone ? this.#apps.list : [];
  }

  /** Reads the apps of the connected phone. The first time, reading their names takes a real phone some seconds. */
  async readApps(phone: PhoneInfo | null, signal: AbortSignal): Promise<readonly OpenableApp[]> {
    const { apps } = await this.#link.call('listApps', { withNames: true }, signal);
    const list = apps
      .filter(({ launcherActivity }) => launcherActivity !== null)
      .map(({ packageName, name }) => ({ packageName, name: name ?? packageName }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    this.#apps = { phone, list };
    return list;
  }

  /** The permissions of this app that can be granted and revoked, as last read; empty before. */
  permissionsOf(phone: PhoneInfo | null, app: string): readonly string[] {
    const { names, ...of } = this.#permissions;
    return of.phone === phone && of.app === app ? names : [];
  }

  /** Reads the permissions of this app of the connected phone that can be granted and revoked. */
  async readPermissions(phone: PhoneInfo | null, app: string, signal: AbortSignal): Promise<void> {
    const { permissions } = await this.#link.call('readApp', { packageName: app }, signal);
    const names = permissions.filter(({ isRuntime }) => isRuntime).map(({ name }) => name);
    this.#permissions = { phone, app, names };
  }

  /** The settings of this phone as last read; empty before. */
  settingsOf(phone: PhoneInfo | null): PhoneSettings {
    return this.#settings.phone === phone ? this.#settings.values : {};
  }

  /** Reads the settings of the connected phone. */
  async readSettings(phone: PhoneInfo | null, signal: AbortSignal): Promise<void> {
    const { settings } = await this.#link.call('readDevice', null, signal);
    const { dark_theme: theme, ...others } = settings;
    const values = { ...others, dark_theme: { yes: true, no: false }[String(theme)] };
    this.#settings = { phone, values };
  }

  /** Call when a call has changed these settings. */
  noteSettings(changed: PhoneSettings): void {
    const { phone, values } = this.#settings;
    this.#settings = { phone, values: { ...values, ...changed } };
  }

  /** Writes calls as a script for another program. */
  async makeStepScript(request: ScriptRequest): Promise<StepScript> {
    return await this.#link.call('makeStepScript', request);
  }

  /** The best selector for an element of the last screen that was read; null without one. */
  async bestSelector(id: string): Promise<string | null> {
    const [suggestion] = await this.#link.call('suggestSelectors', { id }).catch(() => []);
    return suggestion?.selector ?? null;
  }
}

/** The tools that can run on what is connected: on a captured screen, those that need no phone behind it. */
export function runnableTools({
  policy,
  phone,
}: Pick<ToolsConsole, 'policy' | 'phone'>): readonly ToolInfo[] {
  return policy.tools.filter(
    ({ readsOnlyScreen, needsPhone }) => !phone.isCapture || readsOnlyScreen || !needsPhone,
  );
}

/** Rows that fit on a small phone's screen. */
const maxRows = 6;
/** Rows for recently used tools; the rest are suggestions. */
const maxRecentRows = 3;
/** The tools to suggest: recently used ones, and good ones to begin with. */
export function suggestTools<Tool extends Pick<ToolInfo, 'name' | 'words'>>(
  tools: readonly Tool[],
  recentNames: readonly string[],
): { readonly recent: readonly Tool[]; readonly suggested: readonly Tool[] } {
  const recent = recentNames
    .flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
    .slice(0, maxRecentRows);
  const others = tools.filter((tool) => tool.words.isSuggested && !recent.includes(tool));
  return { recent, suggested: others.slice(0, maxRows - recent.length) };
}

/** Characters that fit on a line. */
const maxLineCharacters = 90;

/** Shortens a tool's description to a line: its first sentence, or if that is too long, the part before its colon. */
export function shortDescription(description: string): string {
  const [sentence = description] = /^.*?\.(?=\s|$)/s.exec(description) ?? [];
  const colon = sentence.indexOf(': ');
  return sentence.length > maxLineCharacters && colon > 0
    ? `${sentence.slice(0, colon)}.`
    : sentence;
}
