const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = `${octet}(?:\\.${octet}){3}`
const h16 = '[0-9A-Fa-f]{1,4}'
const ls32 = `(?:${h16}:${h16}|${ipv4})`

/** RFC 4291, 2.2, in the form of RFC 3986: eight groups, of which `::` stands for one or more. */
const ipv6: string = [
  `(?:${h16}:){6}${ls32}`,
  `::(?:${h16}:){5}${ls32}`,
  `(?:${h16})?::(?:${h16}:){4}${ls32}`,
  ...[3, 2, 1].map(
    (after) => `(?:(?:${h16}:){0,${4 - after}}${h16})?::(?:${h16}:){${after}}${ls32}`,
  ),
  `(?:(?:${h16}:){0,4}${h16})?::${ls32}`,
  `(?:(?:${h16}:){0,5}${h16})?::${h16}`,
  `(?:(?:${h16}:){0,6}${h16})?::`,
].join('|')

const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'
const date =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|' +
  `02-(?:0[1-9]|1\\d|2[0-8]))|${leapYear}-02-29)`
const hour = '(?:[01]\\d|2[0-3])'
const fraction = '(?:\\.\\d+)?'
// A leap second is the last one of a day in UTC; which minute that is elsewhere would take a state a minute.
const time =
  `(?:${hour}:[0-5]\\d:[0-5]\\d${fraction}(?:[Zz]|[+-]${hour}:[0-5]\\d)|` +
  `23:59:60${fraction}(?:[Zz]|[+-]00:00))`
const durationTime = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)'
const durationDate = '(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
const wideAtom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\u{10ffff}-]"
const quoted = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"'
const wideQuoted = '"(?:[ !#-\\[\\]-~\\u0080-\\u{10ffff}]|\\\\[ -~])*"'
const domain = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
const wideDomain =
  '[A-Za-z0-9\\u0080-\\u{10ffff}](?:[A-Za-z0-9\\u0080-\\u{10ffff}-]*[A-Za-z0-9\\u0080-\\u{10ffff}])?'
const addressLiteral = `\\[(?:${ipv4}|IPv6:(?:${ipv6}))\\]`

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
// Without the full stops of other scripts, which part labels too.
const wideChars = 'A-Za-z0-9\\u00b7-\\u3001\\u3003-\\uff0d\\uff0f-\\uff60\\uff62-\\u{10ffff}'
const wideLabel = `[${wideChars}](?:[${wideChars}-]*[${wideChars}])?`

/** The parts of RFC 3986, or with `wide` of RFC 3987. */
function resourceParts(wide: boolean): { whole: string; relative: string } {
  const more = wide
    ? '\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{1fffd}\\u{20000}-\\u{2fffd}\\u{30000}-\\u{dfffd}\\u{e1000}-\\u{efffd}'
    : ''
  const extra = wide ? '\\ue000-\\uf8ff\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}' : ''
  const escape = '%[0-9A-Fa-f]{2}'
  const signs = `A-Za-z0-9._~!$&'()*+,;=${more}-`
  const char = `(?:[:@${signs}]|${escape})`
  const firstChar = `(?:[@${signs}]|${escape})`
  const literal = `\\[(?:${ipv6}|[vV][0-9A-Fa-f]+\\.[:${signs}]+)\\]`
  const authority = `(?:(?:[:${signs}]|${escape})*@)?(?:${literal}|(?:[${signs}]|${escape})*)(?::\\d*)?`
  const absolutePath = `//${authority}(?:/${char}*)*|/(?:${char}+(?:/${char}*)*)?`
  const query = `(?:\\?(?:[/?:@${signs}${extra}]|${escape})*)?`
  const fragment = `(?:#(?:[/?:@${signs}]|${escape})*)?`
  const scheme = '[A-Za-z][A-Za-z0-9+.-]*:'
  return {
    whole: `${scheme}(?:${absolutePath}|${char}+(?:/${char}*)*|)${query}${fragment}`,
    relative: `(?:${absolutePath}|${firstChar}+(?:/${char}*)*|)${query}${fragment}`,
  }
}

const uri = resourceParts(false)
const iri = resourceParts(true)

// RFC 6570.
const varchar = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})'
const varspec = `${varchar}(?:\\.?${varchar})*(?:\\*|:[1-9]\\d{0,3})?`
const expression = `\\{[+#./;?&=,!@|]?${varspec}(?:,${varspec})*\\}`
const templateText =
  '[!#$&-;=?-\\[\\]_a-z~\\u00a0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{1fffd}\\u{20000}-\\u{10fffd}]'

const pointer = '(?:/(?:[^~/]|~[01])*)*'
const hex = '[0-9A-Fa-f]'
const base64 = '[A-Za-z0-9+/]'

/**
 * The formats of the drafts of JSON Schema, and `byte` of OpenAPI, as regular expressions for whole
 * texts.
 *
 * RFC 3339 (date, time, duration), RFC 5321 and 6531 (email), RFC 1123 and 5890 (hostname), RFC 2673 and
 * 4291 (addresses), RFC 3986 and 3987 (uri, iri), RFC 6570 (uri-template), RFC 4122 (uuid), RFC 6901
 * (json-pointer).
 */
export const formatPatterns: ReadonlyMap<string, string> = new Map([
  ['date-time', `${date}[Tt]${time}`],
  ['date', date],
  ['time', time],
  ['duration', `P(?:\\d+W|${durationDate}(?:${durationTime})?|${durationTime})`],
  [
    'email',
    `(?:${atom}+(?:\\.${atom}+)*|${quoted})@(?:${domain}(?:\\.${domain})*|${addressLiteral})`,
  ],
  [
    'idn-email',
    `(?:${wideAtom}+(?:\\.${wideAtom}+)*|${wideQuoted})@(?:${wideDomain}(?:\\.${wideDomain})*|${addressLiteral})`,
  ],
  ['hostname', `${label}(?:\\.${label})*`],
  ['idn-hostname', `${wideLabel}(?:[.\\u3002\\uff0e\\uff61]${wideLabel})*`],
  ['ipv4', ipv4],
  ['ipv6', ipv6],
  ['uri', uri.whole],
  ['uri-reference', `${uri.whole}|${uri.relative}`],
  ['iri', iri.whole],
  ['iri-reference', `${iri.whole}|${iri.relative}`],
  ['uri-template', `(?:${templateText}|%${hex}{2}|${expression})*`],
  ['uuid', `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`],
  ['json-pointer', pointer],
  ['relative-json-pointer', `(?:0|[1-9]\\d*)(?:#|${pointer})`],
  ['byte', `(?:${base64}{4})*(?:${base64}{2}==|${base64}{3}=)?`],
])
