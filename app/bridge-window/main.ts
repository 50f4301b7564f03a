import { openConsole } from '../console/open-console.ts';
import BridgeWindow from './BridgeWindow.svelte';

openConsole(BridgeWindow);
