/** Alphabets used by "fancy text" generators, each from a to z. UTS #39 lists few of these letters. */
const ALPHABETS = [
  'ᗩᗷᑕᗪEᖴGᕼIᒍKᒪᗰᑎOᑭᑫᖇᔕTᑌᐯᗯ᙭Yᘔ',
  'ᎪᏴᏟᎠᎬҒᏀᎻᏆᎫᏦᏞᎷΝϴᏢϘᎡՏͲႮᏙᏔХᎩᏃ',
  'ᏗᏰፈᎴᏋᎦᎶᏂᎥᏠᏦᏝᎷᏁᎧᎮᎤᏒᏕᏖᏬᏉᏇጀᎩፚ',
  'ልጌርዕቿቻኗዘጎጋጕረጠክዐየዒዪነፕሁሀሠሸሃጊ',
  'ค๒ς๔єŦﻮђเןкɭ๓ภ๏קợгรՇยשฬאץչ',
  '卂乃匚ᗪ乇千Ꮆ卄丨ﾌҜㄥ爪几ㄖ卩Ɋ尺丂ㄒㄩᐯ山乂ㄚ乙',
  'ꍏꌃꉓꀸꍟꎇꁅꃅꀤꀭꀘ꒒ꂵꈤꂦꉣꆰꋪꌗ꓄ꀎꃴꅏꊼꌩꁴ',
  '₳฿₵ĐɆ₣₲ⱧłJ₭Ⱡ₥₦Ø₱QⱤ₴₮ɄV₩ӾɎⱫ',
  'αв¢∂єƒgнιנкℓмησρqяѕтυνωχуz',
  'ąცƈɖɛʄɠɧıʝƙƖɱŋơ℘զཞʂɬų۷ῳҳყʑ',
  'ǟɮƈɖɛʄɢɦɨʝӄʟʍռօքզʀֆȶʊʋաӼʏʐ',
  'αႦƈԃҽϝɠԋιʝƙʅɱɳσρϙɾʂƚυʋɯxყȥ',
  'ΛBᄃDΣFGΉIJKᄂMПӨPQЯƧƬЦVЩXYZ',
  'ДБСDЄFGНЇJКLМИФРQЯSТЦVШХУZ',
  'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ',
].map((alphabet) => [...alphabet]);

/** White letters on black circles and squares, and the regional indicators used in flags. */
const ENCLOSED_LETTERS = [0x1f150, 0x1f170, 0x1f1e6].map((first) =>
  Array.from({ length: 26 }, (_, index) => String.fromCodePoint(first + index)),
);

const letters = new Map<string, string>();
for (const shape of [(sign: string) => sign, (sign: string) => sign.toLowerCase()]) {
  for (const alphabet of [...ALPHABETS, ...ENCLOSED_LETTERS]) {
    for (const [index, sign] of alphabet.entries()) {
      if (sign > '\x7f' && !letters.has(shape(sign))) letters.set(shape(sign), String.fromCharCode(97 + index));
    }
  }
}

/** Replaces letters from these alphabets with the plain letters they look like. */
export const withPlainLetters = (text: string): string =>
  Array.from(text, (sign) => letters.get(sign) ?? letters.get(sign.toLowerCase()) ?? sign).join('');
