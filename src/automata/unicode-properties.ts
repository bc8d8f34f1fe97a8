import { charRanges, charSet, complement, type CharSet } from '../peg/charset.ts'

/** General categories, short and long (UAX 44, as ECMA-262 lists them). */
const categories =
  'C Other Cc Control cntrl Cf Format Cn Unassigned Co Private_Use Cs Surrogate L Letter LC Cased_Letter ' +
  'Ll Lowercase_Letter Lm Modifier_Letter Lo Other_Letter Lt Titlecase_Letter Lu Uppercase_Letter M Mark ' +
  'Combining_Mark Mc Spacing_Mark Me Enclosing_Mark Mn Nonspacing_Mark N Number Nd Decimal_Number digit ' +
  'Nl Letter_Number No Other_Number P Punctuation punct Pc Connector_Punctuation Pd Dash_Punctuation ' +
  'Pe Close_Punctuation Pf Final_Punctuation Pi Initial_Punctuation Po Other_Punctuation ' +
  'Ps Open_Punctuation S Symbol Sc Currency_Symbol Sk Modifier_Symbol Sm Math_Symbol So Other_Symbol ' +
  'Z Separator Zl Line_Separator Zp Paragraph_Separator Zs Space_Separator'

/** Binary properties of code points. */
const binaries =
  'ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored Bidi_M ' +
  'Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM ' +
  'Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT ' +
  'Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji ' +
  'Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres ' +
  'Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex ' +
  'IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS Ideographic Ideo ' +
  'Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar ' +
  'Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI ' +
  'Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase ' +
  'Upper Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS'

/** Scripts, long and short. */
const scripts =
  'Adlam Adlm Ahom Anatolian_Hieroglyphs Hluw Arabic Arab Armenian Armn Avestan Avst Balinese Bali Bamum ' +
  'Bamu Bassa_Vah Bass Batak Batk Bengali Beng Bhaiksuki Bhks Bopomofo Bopo Brahmi Brah Braille Brai ' +
  'Buginese Bugi Buhid Buhd Canadian_Aboriginal Cans Carian Cari Caucasian_Albanian Aghb Chakma Cakm Cham ' +
  'Cherokee Cher Chorasmian Chrs Common Zyyy Coptic Copt Cuneiform Xsux Cypriot Cprt Cypro_Minoan Cpmn ' +
  'Cyrillic Cyrl Deseret Dsrt Devanagari Deva Dives_Akuru Diak Dogra Dogr Duployan Dupl ' +
  'Egyptian_Hieroglyphs Egyp Elbasan Elba Elymaic Elym Ethiopic Ethi Georgian Geor Glagolitic Glag Gothic ' +
  'Goth Grantha Gran Greek Grek Gujarati Gujr Gunjala_Gondi Gong Gurmukhi Guru Han Hani Hangul Hang ' +
  'Hanifi_Rohingya Rohg Hanunoo Hano Hatran Hatr Hebrew Hebr Hiragana Hira Imperial_Aramaic Armi Inherited ' +
  'Zinh Inscriptional_Pahlavi Phli Inscriptional_Parthian Prti Javanese Java Kaithi Kthi Kannada Knda ' +
  'Katakana Kana Kawi Kayah_Li Kali Kharoshthi Khar Khitan_Small_Script Kits Khmer Khmr Khojki Khoj ' +
  'Khudawadi Sind Lao Laoo Latin Latn Lepcha Lepc Limbu Limb Linear_A Lina Linear_B Linb Lisu Lycian Lyci ' +
  'Lydian Lydi Mahajani Mahj Makasar Maka Malayalam Mlym Mandaic Mand Manichaean Mani Marchen Marc ' +
  'Masaram_Gondi Gonm Medefaidrin Medf Meetei_Mayek Mtei Mende_Kikakui Mend Meroitic_Cursive Merc ' +
  'Meroitic_Hieroglyphs Mero Miao Plrd Modi Mongolian Mong Mro Mroo Multani Mult Myanmar Mymr Nabataean ' +
  'Nbat Nag_Mundari Nagm Nandinagari Nand New_Tai_Lue Talu Newa Nko Nkoo Nushu Nshu Nyiakeng_Puachue_Hmong ' +
  'Hmnp Ogham Ogam Ol_Chiki Olck Old_Hungarian Hung Old_Italic Ital Old_North_Arabian Narb Old_Permic Perm ' +
  'Old_Persian Xpeo Old_Sogdian Sogo Old_South_Arabian Sarb Old_Turkic Orkh Old_Uyghur Ougr Oriya Orya ' +
  'Osage Osge Osmanya Osma Pahawh_Hmong Hmng Palmyrene Palm Pau_Cin_Hau Pauc Phags_Pa Phag Phoenician Phnx ' +
  'Psalter_Pahlavi Phlp Rejang Rjng Runic Runr Samaritan Samr Saurashtra Saur Sharada Shrd Shavian Shaw ' +
  'Siddham Sidd SignWriting Sgnw Sinhala Sinh Sogdian Sogd Sora_Sompeng Sora Soyombo Soyo Sundanese Sund ' +
  'Syloti_Nagri Sylo Syriac Syrc Tagalog Tglg Tagbanwa Tagb Tai_Le Tale Tai_Tham Lana Tai_Viet Tavt Takri ' +
  'Takr Tamil Taml Tangsa Tnsa Tangut Tang Telugu Telu Thaana Thaa Thai Tibetan Tibt Tifinagh Tfng Tirhuta ' +
  'Tirh Toto Ugaritic Ugar Vai Vaii Vithkuqi Vith Wancho Wcho Warang_Citi Wara Yezidi Yezi Yi Yiii ' +
  'Zanabazar_Square Zanb'

const namesOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const valuesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['General_Category', namesOf(categories)],
  ['gc', namesOf(categories)],
  ['Script', namesOf(scripts)],
  ['sc', namesOf(scripts)],
  ['Script_Extensions', namesOf(scripts)],
  ['scx', namesOf(scripts)],
])
const lone: ReadonlySet<string> = new Set([...namesOf(categories), ...namesOf(binaries)])

const known = new Map<string, CharSet | null>()

/**
 * The code points of `\p{name}`, by asking the engine about all of them at the first use; `null`
 * for a name that is none, or that this engine does not know. Only names of the lists above ever
 * get into a regular expression.
 */
export function propertyChars(name: string): CharSet | null {
  const [property = '', value] = name.split('=')
  const isListed =
    value === undefined ? lone.has(property) : valuesOf.get(property)?.has(value) === true
  if (!isListed || name.split('=').length > 2) return null
  const found = known.get(name)
  if (found !== undefined) return found
  const set = askEngine(name)
  known.set(name, set)
  return set
}

const planeSize = 0x10000
const surrogates: CharSet = [0xd800, 0xdfff]

function askEngine(name: string): CharSet | null {
  let runs: RegExp
  try {
    runs = new RegExp(`\\p{${name}}+`, 'gu')
  } catch {
    return null
  }
  const ranges: [number, number][] = []
  for (let low = 0; low <= 0x10ffff; low += planeSize) {
    for (const [from, to] of charRanges(low === 0 ? complementInPlane() : [low, low + 0xffff])) {
      const text = textOf(from, to)
      const width = low === 0 ? 1 : 2
      for (const { 0: run, index } of text.matchAll(runs)) {
        const start = from + index / width
        ranges.push([start, start + run.length / width - 1])
      }
    }
  }
  // Halves of pairs are asked about one by one: next to each other they would be pairs.
  const whole = new RegExp(`^\\p{${name}}$`, 'u')
  if (whole.test('\ud800')) ranges.push([surrogates[0] ?? 0, surrogates[1] ?? 0])
  return charSet(ranges)
}

function complementInPlane(): CharSet {
  return complement([...surrogates, planeSize, 0x10ffff])
}

function textOf(from: number, to: number): string {
  const parts: string[] = []
  for (let at = from; at <= to; at += 4096) {
    const length = Math.min(4096, to - at + 1)
    parts.push(String.fromCodePoint(...Array.from({ length }, (_, i) => at + i)))
  }
  return parts.join('')
}
