import { mount } from 'svelte';
import AgentPage from './AgentPage.svelte';
import '../../ui/fonts.css';
import '../../ui/tokens.css';
import '../../ui/base.css';
import '../../ui/utilities.css';
import '../../ui/forced-colors.css';

const target = document.getElementById('app');
if (target === null) throw new Error('agent.html has no #app.');
mount(AgentPage, { target });
