/** Strings of Pause, Stop and the questions about calls. */
export const policyStrings = {
  agents: 'Agents',
  arguments: 'Arguments',
  stopping: 'Stopping everything…',
  stopped: 'Stopped.',
  stoppedElsewhere: 'Stopped from another tab.',
  afterStop: 'Agents stay paused until you resume.',
  notices: 'Notices',
  behindDialog: (agent: string, tool: string) =>
    `${agent} wants to run “${tool}”. Close this dialog to answer.`,
  cardNotLoaded: (detail: string) =>
    `An agent is asking for permission, but its question couldn’t be shown. (${detail})`,
  reload: 'Check that Handset is still running, then reload the page.',
  expired: (agent: string, tool: string) =>
    `You didn’t answer ${agent} in time, so “${tool}” didn’t run.`,
  withdrawn: (agent: string, tool: string) =>
    `${agent} canceled “${tool}” before you answered, so it didn’t run.`,
  announcement: (sentence: string, risk: string) =>
    [`${sentence}.`, risk, 'Waiting for your answer.'].filter(Boolean).join(' '),
} as const;
