import type { BridgeStatus } from '../../core/link/bridge-status.ts';
import type { Calls } from '../../core/link/messages.ts';
import type { Caller } from '../../core/caller.ts';
import type { Mcp } from '../../core/mcp/server.ts';
import type { ConsoleState, HeldPhone, OpenConsole, PhoneChoice } from '../../core/relay/frames.ts';
import type { Desk, ListedPhone } from '../../core/tools/contract/tool.ts';
import { type JoinedBridge, joinBridge } from './join-bridge.ts';
import { HandsetError } from '../../core/errors.ts';
import type { PhoneStatus } from '../../core/link/phone-status.ts';
import { namePhone } from '../../core/tools/contract/name-phone.ts';

/** What is served at the bridge, and who hears of it. */
export interface SeatParts {
  /** Makes the MCP server whose tool names begin so. */
  serve(toolPrefix: string): Mcp;
  onStatus(status: BridgeStatus): void;
  onConsoles(consoles: readonly OpenConsole[]): void;
}

/** This console among those of the bridge, if it has joined one: what it tells there, and what it hears. */
export class BridgeSeat {
  readonly #parts: SeatParts;
  #bridge: JoinedBridge | undefined;
  #mcp: Mcp;
  #ownName = '';
  #consoles: readonly OpenConsole[] = [];
  #state: ConsoleState = { phone: null, paused: false };

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.#mcp = parts.serve('');
  }

  /** Opens the socket to the bridge and keeps it open, in place of the one before. */
  join(address: Calls['joinBridge'][0]): void {
    this.#bridge?.close();
    this.#mcp = this.#parts.serve('');
    // What the bridge before told holds no longer.
    this.#ownName = '';
    this.#hear([]);
    this.#bridge = joinBridge({
      ...address,
      answerAgent: (request) => this.#mcp.answer(request),
      onStatus: (status) => {
        if (status.state === 'connected') this.#ownName = status.name;
        this.#parts.onStatus(status);
      },
      onToolPrefix: (toolPrefix) => {
        this.#mcp = this.#parts.serve(toolPrefix);
      },
      onConsoles: (consoles) => this.#hear(consoles),
    });
    this.#bridge.tellState(this.#state);
  }

  /** Tells what this console holds, now and whenever the bridge comes back. */
  tellState(state: ConsoleState): void {
    // A phone that connects changes its status often, and every state goes to all consoles.
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#bridge?.tellState(state);
  }

  /** Makes this console the one for agents that chose no phone. */
  lead(): void {
    this.#bridge?.lead();
  }

  /** Tells the agents that asked for it that other tools are offered than before. */
  toolsChanged(): void {
    this.#mcp.toolsChanged();
  }

  /** The phones of all consoles, for one caller. */
  deskFor(caller: Caller): Desk {
    const parts = {
      consoles: this.#consoles,
      ownName: this.#ownName,
      ownPhone: this.#state.phone,
      choose: (...choice: Parameters<JoinedBridge['choose']>) => this.#bridge?.choose(...choice),
    };
    return deskOf(parts, caller);
  }

  #hear(consoles: readonly OpenConsole[]): void {
    this.#consoles = consoles;
    this.#parts.onConsoles(consoles);
  }
}

/** What a desk is made from; read anew at every call. */
export interface DeskParts {
  /** Every open console, as the bridge told last; empty without a bridge. */
  readonly consoles: readonly OpenConsole[];
  /** This console's name among them; empty without a bridge. */
  readonly ownName: string;
  /** The phone of this console: newer here than what the bridge tells. */
  readonly ownPhone: HeldPhone | null;
  /** Tells the bridge of an agent's choice. */
  choose(agent: string, choice: PhoneChoice | null): void;
}

/** The phones of all open consoles, for one call of one agent that reached this console. */
export function deskOf(parts: DeskParts, caller: Caller): Desk {
  // The bridge alone can lead a call to another console.
  const isThroughBridge = caller.from === 'bridge';
  const phones = consolesNow(parts).flatMap(({ name, phone, leads }) => {
    if (phone === null) return [];
    const isOwn = name === parts.ownName;
    const current = isOwn && (caller.chosenPhone ?? phone.serial) === phone.serial;
    // An agent of this page follows nobody's choice: it reaches this console, whoever leads.
    return [{ ...phone, console: name, current, leads: isThroughBridge ? leads : isOwn }];
  });
  return {
    phones,
    chosen: caller.chosenPhone,
    choose: (phone) => {
      if (!isThroughBridge) return demandOwn(phone, parts.ownName);
      const choice = phone === null ? null : { serial: phone.serial, console: phone.console };
      parts.choose(caller.agent, choice);
    },
  };
}

/** The phone that a console of this status holds, as the bridge and the desk are told. */
export function heldPhone(status: PhoneStatus): HeldPhone | null {
  const { state } = status;
  return state === 'connected' || state === 'lost' ? { ...status.phone, state } : null;
}

/** The consoles with what this one holds now; this one alone where the bridge has told of none. */
function consolesNow({ consoles, ownName, ownPhone }: DeskParts): readonly OpenConsole[] {
  const own = { name: ownName, phone: ownPhone, paused: false, leads: true };
  if (!consoles.some(({ name }) => name === ownName)) return [...consoles, own];
  return consoles.map((each) => (each.name === ownName ? { ...each, phone: ownPhone } : each));
}

function demandOwn(phone: ListedPhone | null, ownName: string): void {
  if (phone === null || phone.console === ownName) return;
  throw new HandsetError(
    'unsupported',
    `An agent inside a page reaches the phone of its own console only; ${namePhone(phone)} is at another.`,
    { hint: 'Use it from that console, or from an agent that calls through the bridge.' },
  );
}
