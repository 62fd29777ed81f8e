// Generated from messages/en.json by `npm run translate`.
import { message } from '../../messages/message.ts';

export const partnersTitle = message('content-partners.partnersTitle', "Partners");
export const partnersLine = message('content-partners.partnersLine', "Tools and platforms the crew works with every day.");
export const partnersNote = message('content-partners.partnersNote', "These products belong to their makers. A listing here means we use or link to them, not that they endorse or sponsor us. We drew the icons ourselves.");
export const visit = message('content-partners.visit', "Visit");
export const proposeTitle = message('content-partners.proposeTitle', "Build something players need?");
export const proposeText = message('content-partners.proposeText', "If your tool helps people play, stream or create, tell us on X or in voice chat. We'll try it before we list it.");
export const proposeAction = message('content-partners.proposeAction', "Get in touch");
export const markOf = message<{ name: string }>('content-partners.markOf', ["Planet Crew's icon for ",["name"]]);
export const kindAiTools = message('content-partners.kindAiTools', "AI tools");
export const kindBlockchain = message('content-partners.kindBlockchain', "Blockchain");
export const kindWallet = message('content-partners.kindWallet', "Wallet");
export const kindChat = message('content-partners.kindChat', "Chat");
export const kindStreaming = message('content-partners.kindStreaming', "Streaming");
export const kindVideo = message('content-partners.kindVideo', "Video");
export const openaiLine = message('content-partners.openaiLine', "Maker of ChatGPT and of the models many creators write and draw with.");
export const anthropicLine = message('content-partners.anthropicLine', "Maker of Claude, an assistant for writing, research and code.");
export const elevenlabsLine = message('content-partners.elevenlabsLine', "Speech and dubbing tools for voice-overs and clips.");
export const huggingFaceLine = message('content-partners.huggingFaceLine', "Home of open models and datasets that anyone can try.");
export const solanaLine = message('content-partners.solanaLine', "Public blockchain where the community token lives.");
export const phantomLine = message('content-partners.phantomLine', "Self-custody wallet that can sign the message for our holder check.");
export const discordLine = message('content-partners.discordLine', "Voice chat for the crew, and match notifications by direct message.");
export const twitchLine = message('content-partners.twitchLine', "Live streams, and an account you can sign in with.");
export const kickLine = message('content-partners.kickLine', "Another place where crew members go live.");
export const youtubeLine = message('content-partners.youtubeLine', "Home of our recordings and longer videos.");
export const partnersBrief = message('content-partners.partnersBrief', "Tools we use or link to. They don't endorse or sponsor us.");
