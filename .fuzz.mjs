// test/.fuzz.ts
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";

// test/.shim.ts
var describe = (_, f) => f();
var it = (n, f) => {
  const t = process.cpuUsage();
  try {
    f();
    console.log("ok", n, process.cpuUsage(t).user / 1e6);
  } catch (e) {
    console.log("FAIL", n, String(e.stack).slice(0, 1500), String(e.cause?.message).slice(0, 600));
  }
};
var expect = (a, m) => ({ toBe(b) {
  if (a !== b) throw new Error(`${m}: ${String(a)} !== ${String(b)}`);
}, toEqual(b) {
  if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`${m}: ${JSON.stringify(a)} !== ${JSON.stringify(b)}`);
} });

// src/util/well-formed.ts
var surrogates = /[\ud800-\udfff]/;
var loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
function toWellFormed(text, found) {
  if (!surrogates.test(text)) return text;
  return text.replace(loneSurrogate, (_, offset) => {
    found?.(offset);
    return "\uFFFD";
  });
}

// src/diagnostics/format.ts
function quote(text, limit = 40) {
  const points = [...text];
  return JSON.stringify(points.length > limit ? `${points.slice(0, limit).join("")}\u2026` : text);
}
function formatDiagnostic(diagnostic, source) {
  const lines = [`${diagnostic.severity}[${diagnostic.code}]: ${diagnostic.message}`];
  const place = describePlace(diagnostic, source);
  if (place !== "") lines.push(`  --> ${place}`);
  if (source !== void 0 && diagnostic.offset !== void 0) {
    lines.push(...excerpt(source, diagnostic.offset));
  }
  for (const note of diagnostic.related ?? []) lines.push(`  note: ${note}`);
  if (diagnostic.hint !== void 0) lines.push(`  hint: ${diagnostic.hint}`);
  return lines.join("\n");
}
function formatDiagnostics(diagnostics, source) {
  return diagnostics.map((d) => formatDiagnostic(d, source)).join("\n");
}
function lineAndColumn(source, offset) {
  let line = 1;
  let start = 0;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
function describePlace(diagnostic, source) {
  const parts = [];
  if (diagnostic.path !== void 0) parts.push(diagnostic.path);
  else if (diagnostic.rule !== void 0) parts.push(diagnostic.rule);
  if (diagnostic.offset !== void 0 && source !== void 0) {
    const { line, column } = lineAndColumn(source, diagnostic.offset);
    parts.push(`${line}:${column}`);
  } else if (diagnostic.line !== void 0) {
    parts.push(`${diagnostic.line}:${diagnostic.column ?? 1}`);
  } else if (diagnostic.offset !== void 0) parts.push(`offset ${diagnostic.offset}`);
  return parts.join(" at ");
}
function excerpt(source, offset) {
  const { line, column } = lineAndColumn(source, offset);
  const start = offset - column + 1;
  const end = source.indexOf("\n", offset);
  const text = source.slice(start, end < 0 ? source.length : end);
  const from = Math.max(0, column - 1 - 40);
  const shown = text.slice(from, from + 80);
  const gutter = String(line);
  return [
    `${" ".repeat(gutter.length)} |`,
    `${gutter} | ${toWellFormed(shown)}`,
    `${" ".repeat(gutter.length)} | ${" ".repeat(column - 1 - from)}^`
  ];
}

// src/util/assert-never.ts
function assertNever(value) {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

// src/gbnf/program.ts
var Op = {
  /** An alternative ends. Argument: 1 when another one of the same rule follows, 0 at the last. */
  End: 0,
  /** One code point. Argument: the code point, or -1 for one that no text holds. */
  Point: 1,
  /** One code point of a class. Argument: its index in `classes`. */
  Class: 2,
  /** Any code point. */
  Any: 3,
  /** Another rule. Argument: its index in `starts`. */
  Rule: 4,
  /** One token. Argument: its index in `tokens`. */
  Token: 5
};
function alternativesAt({ code, starts }, rule) {
  const found = [];
  for (let at = starts[rule] ?? 0; ; at += 2) {
    found.push(at);
    while (code[at] !== Op.End) at += 2;
    if (code[at + 1] === 0) return found;
  }
}

// src/gbnf/expected.ts
function expectedAt(program, places, hasEnd) {
  const found = /* @__PURE__ */ new Map();
  for (const place of places) {
    const expected = expectedHere(program, place);
    const key = JSON.stringify(expected);
    if (!found.has(key)) found.set(key, expected);
  }
  return [...found.values(), ...hasEnd ? [{ kind: "end" }] : []];
}
function expectedHere({ code, classes, tokens }, place) {
  const argument = code[place + 1] ?? 0;
  switch (code[place]) {
    case Op.Point: {
      const points = [];
      for (let at = place; code[at] === Op.Point; at += 2) points.push(code[at + 1] ?? 0);
      const end = points.indexOf(-1);
      const text = String.fromCodePoint(...points.slice(0, end < 0 ? maxShown : end));
      return { kind: "literal", text: points.length > maxShown ? `${text}\u2026` : text };
    }
    case Op.Class:
      return { kind: "class", label: classes[argument]?.label ?? "" };
    case Op.Token:
      return { kind: "token", label: tokens[argument]?.label ?? "" };
    default:
      return { kind: "class", label: "." };
  }
}
var maxShown = 200;

// src/diagnostics/errors.ts
var GrammarError = class extends Error {
  /** The code of the first error. */
  code;
  diagnostics;
  /** With the text that the offsets of the diagnostics point into, the message shows its lines. */
  constructor(diagnostics, source) {
    super(formatDiagnostics(diagnostics, source));
    this.name = "GrammarError";
    this.code = (diagnostics.find((d) => d.severity === "error") ?? diagnostics[0])?.code ?? "no-root";
    this.diagnostics = diagnostics;
  }
};

// src/diagnostics/codes.ts
var codes = {
  // Faults of a grammar's author, collected by `buildGrammar`.
  "undefined-rule": { severity: "error", meaning: "a reference names a rule that is not defined" },
  "duplicate-rule": { severity: "error", meaning: "two rules have the same name" },
  "left-recursion": { severity: "error", meaning: "a rule reaches itself without consuming text" },
  "empty-repetition": { severity: "error", meaning: "a repeated item can match nothing" },
  "bad-bounds": { severity: "error", meaning: "the bounds of a repetition are impossible" },
  "bad-class": { severity: "error", meaning: "a character class cannot be read" },
  "empty-delimiter": { severity: "error", meaning: "a delimiter is the empty string" },
  "no-root": { severity: "error", meaning: "the builder returned nothing to parse" },
  "bad-arena": { severity: "error", meaning: "a saved arena cannot be loaded" },
  "nesting-limit": { severity: "error", meaning: "a grammar or schema is nested too deeply" },
  "unreachable-choice": {
    severity: "warning",
    meaning: "an alternative can never be reached, an earlier one always wins"
  },
  "unreachable-rule": { severity: "warning", meaning: "no rule leads here from the root" },
  "late-commit": { severity: "warning", meaning: "text is held back until a choice is settled" },
  "permute-order-fixed": {
    severity: "warning",
    meaning: "too many items to allow every order, the order given is used"
  },
  "gbnf-lossy-order": {
    severity: "warning",
    meaning: "GBNF admits a later alternative where the parser takes the earlier one"
  },
  "gbnf-lossy-repetition": {
    severity: "warning",
    meaning: "GBNF may stop a repetition earlier than the parser does"
  },
  "gbnf-lossy-until": {
    severity: "warning",
    meaning: "a text up to a delimiter is not followed by that delimiter"
  },
  "gbnf-lossy-lookahead": { severity: "warning", meaning: "GBNF cannot express a lookahead" },
  "gbnf-lossy-cut": { severity: "warning", meaning: "GBNF cannot express a cut" },
  // Input failures: values of a result, never thrown.
  "no-match": { severity: "error", meaning: "the text does not match the grammar" },
  "trailing-input": { severity: "error", meaning: "text follows the end of the match" },
  "depth-limit": { severity: "error", meaning: "the text is nested deeper than maxDepth" },
  "text-limit": { severity: "error", meaning: "the text is longer than maxTextLength" },
  "tape-limit": { severity: "error", meaning: "the parse needs more than maxTapeRecords records" },
  "held-limit": { severity: "error", meaning: "more than maxHeld characters wait for a decision" },
  "call-limit": { severity: "error", meaning: "the text holds more than maxCalls tool calls" },
  "work-limit": { severity: "error", meaning: "the parse takes too many steps for its text" },
  // Faults of a chat template, or of the file that holds it; each ends in a TemplateError.
  "template-syntax": { severity: "error", meaning: "a chat template cannot be read" },
  "template-error": { severity: "error", meaning: "a chat template fails while it is rendered" },
  "template-raised": { severity: "error", meaning: "a chat template refuses the messages" },
  "template-limit": {
    severity: "error",
    meaning: "a chat template is too large or works too long"
  },
  "response-template": { severity: "error", meaning: "a response template cannot be used" },
  "template-source": { severity: "error", meaning: "no chat template can be read from a source" },
  // What was noted while a message was read.
  "response-unread": {
    severity: "error",
    meaning: "a part of a response is not what its response template reads"
  },
  "off-grammar": { severity: "info", meaning: "the text was read although the grammar forbids it" },
  undone: { severity: "warning", meaning: "text already sent turned out to be something else" },
  "undeclared-tool": { severity: "warning", meaning: "a call names a tool that was not declared" },
  "incomplete-call": { severity: "warning", meaning: "the text ended inside a tool call" },
  "invalid-arguments": {
    severity: "warning",
    meaning: "the arguments of a call are not valid JSON"
  },
  "repaired-arguments": {
    severity: "warning",
    meaning: "arguments that were not JSON have been repaired"
  },
  "schema-mismatch": { severity: "warning", meaning: "a value does not fit its schema" },
  "duplicate-argument": { severity: "warning", meaning: "an argument is given twice" },
  "double-encoded": {
    severity: "info",
    meaning: "arguments were a JSON string that holds an object"
  },
  "unread-text": { severity: "warning", meaning: "text fits no rule and was kept as content" },
  "extra-call": { severity: "warning", meaning: "a further call was dropped, one was asked for" },
  "stray-marker": { severity: "info", meaning: "a marker stands where it means nothing" },
  "unclosed-reasoning": { severity: "info", meaning: "the text ended inside the reasoning" },
  "lone-surrogate": { severity: "warning", meaning: "half a surrogate pair became U+FFFD" },
  "undecodable-bytes": { severity: "warning", meaning: "bytes that are not UTF-8 became U+FFFD" },
  "special-token": { severity: "info", meaning: "a special token that nobody reads was dropped" },
  "required-call": {
    severity: "error",
    meaning: "a call was required, and is not as it should be"
  },
  "stream-error": { severity: "error", meaning: "the upstream failed before the text was whole" },
  // What was noted while a message was written.
  unwritable: {
    severity: "warning",
    meaning: "a format cannot carry a part of a message: its text reads back as another"
  },
  // JSON Schema.
  "schema-relaxed": { severity: "warning", meaning: "a keyword is enforced only in part" },
  "schema-ignored": { severity: "warning", meaning: "a keyword is not enforced" },
  "schema-refused": { severity: "error", meaning: "a schema cannot be compiled" },
  // Grammars in Peggy's syntax.
  "peggy-syntax": { severity: "error", meaning: "the text is no grammar in Peggy\u2019s syntax" },
  "peggy-code": { severity: "error", meaning: "code in a grammar cannot be compiled" },
  "peggy-limit": { severity: "error", meaning: "a Peggy grammar is longer or deeper than allowed" },
  // GBNF texts.
  "gbnf-syntax": { severity: "error", meaning: "the text is not GBNF" },
  "gbnf-undefined-rule": { severity: "error", meaning: "a GBNF rule is used but not defined" },
  "gbnf-no-root": { severity: "error", meaning: "a GBNF text has no root rule" },
  "gbnf-left-recursion": { severity: "error", meaning: "a GBNF rule is left recursive" },
  "gbnf-bad-bounds": {
    severity: "error",
    meaning: "the bounds of a GBNF repetition are impossible"
  },
  "gbnf-repetition-limit": { severity: "error", meaning: "a GBNF repetition is larger than 2000" },
  "gbnf-unbounded-maximum": {
    severity: "warning",
    meaning: "llama.cpp reads a maximum above 2000 as unlimited"
  },
  "gbnf-duplicate-rule": { severity: "warning", meaning: "a GBNF rule is defined twice" },
  "gbnf-nullable-repetition": { severity: "warning", meaning: "a repeated GBNF item can be empty" },
  "gbnf-empty-class": {
    severity: "warning",
    meaning: "llama.cpp reads a GBNF class without members as the empty text"
  },
  "gbnf-unmatchable": { severity: "warning", meaning: "no text can match a part of a GBNF rule" },
  "gbnf-endless": { severity: "error", meaning: "a GBNF grammar has no sentence that ends" },
  "gbnf-load-limit": {
    severity: "error",
    meaning: "llama.cpp hangs or crashes when it loads a GBNF text"
  },
  "gbnf-size-limit": { severity: "error", meaning: "a GBNF text is longer or deeper than allowed" },
  "stack-limit": { severity: "error", meaning: "a grammar needs too many parallel stacks" }
};

// src/diagnostics/diagnostic.ts
function diagnose(code, message, more = {}) {
  return { code, severity: codes[code].severity, message, ...more };
}

// src/gbnf/cycles.ts
function findComponents(edges) {
  const count = edges.length;
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const onStack = new Uint8Array(count);
  const tried = new Int32Array(count);
  const open = [];
  const components = [];
  let next = 0;
  function enter(node, trail) {
    index[node] = low[node] = next++;
    onStack[node] = 1;
    open.push(node);
    trail.push(node);
  }
  function close(node) {
    if (low[node] !== index[node]) return;
    const component = [];
    for (; ; ) {
      const member = open.pop();
      if (member === void 0) break;
      onStack[member] = 0;
      component.push(member);
      if (member === node) break;
    }
    components.push(component.toReversed());
  }
  for (let start = 0; start < count; start++) {
    if (index[start] !== -1) continue;
    const trail = [];
    enter(start, trail);
    for (let node = trail.at(-1); node !== void 0; node = trail.at(-1)) {
      const target = edges[node]?.[tried[node]++];
      if (target === void 0) {
        trail.pop();
        close(node);
        const parent = trail.at(-1);
        if (parent !== void 0) low[parent] = Math.min(low[parent], low[node]);
      } else if (index[target] === -1) enter(target, trail);
      else if (onStack[target] === 1) low[node] = Math.min(low[node], index[target]);
    }
  }
  return components;
}
function findCycle(edges, component) {
  const inside = new Set(component);
  const start = component[0];
  if (start === void 0) return null;
  const cameFrom = /* @__PURE__ */ new Map();
  const queue = [start];
  for (const node of queue) {
    for (const target of edges[node] ?? []) {
      if (target === start) return trailTo(node, start, cameFrom);
      if (!inside.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  return null;
}
function trailTo(end, start, cameFrom) {
  const trail = [end];
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start;
    trail.push(at);
  }
  return trail.toReversed();
}

// src/peg/charset.ts
var MaxCodePoint = 1114111;
function charSet(ranges) {
  const sorted2 = [...ranges].filter(([lo, hi]) => lo <= hi).sort((a, b) => a[0] - b[0]);
  const out = [];
  for (const [lo, hi] of sorted2) {
    const last = out[out.length - 1];
    if (last !== void 0 && lo <= last + 1) out[out.length - 1] = Math.max(last, hi);
    else out.push(lo, hi);
  }
  return out;
}
function charRanges(set) {
  const pairs = [];
  for (let i = 0; i + 1 < set.length; i += 2) pairs.push([set[i] ?? 0, set[i + 1] ?? 0]);
  return pairs;
}
function complement(set) {
  const out = [];
  let next = 0;
  for (const [lo, hi] of charRanges(set)) {
    if (lo > next) out.push(next, lo - 1);
    next = hi + 1;
  }
  if (next <= MaxCodePoint) out.push(next, MaxCodePoint);
  return out;
}
function union(a, b) {
  return charSet([...charRanges(a), ...charRanges(b)]);
}
function intersect(a, b) {
  const out = [];
  for (let i = 0, j = 0; i + 1 < a.length && j + 1 < b.length; ) {
    const low = Math.max(a[i] ?? 0, b[j] ?? 0);
    const [endA, endB] = [a[i + 1] ?? 0, b[j + 1] ?? 0];
    const high = Math.min(endA, endB);
    if (low <= high) out.push(low, high);
    if (endA <= endB) i += 2;
    if (endB <= endA) j += 2;
  }
  return out;
}
function hasChar(set, codePoint) {
  let lo = 0;
  let hi = set.length / 2 - 1;
  while (lo <= hi) {
    const mid = lo + hi >> 1;
    if (codePoint < (set[mid * 2] ?? 0)) hi = mid - 1;
    else if (codePoint > (set[mid * 2 + 1] ?? 0)) lo = mid + 1;
    else return true;
  }
  return false;
}
var escapes = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 };
function readClass(source) {
  let body = source;
  if (body.startsWith("[")) {
    if (!body.endsWith("]") || body.length < 2) return `the class ${JSON.stringify(source)} is not closed`;
    body = body.slice(1, -1);
  }
  const negated2 = body.startsWith("^");
  const points = readPoints(negated2 ? body.slice(1) : body);
  if (typeof points === "string") return points;
  const ranges = [];
  for (let i = 0; i < points.length; i++) {
    const lo = points[i]?.value ?? 0;
    const hi = points[i + 2];
    if (points[i + 1]?.dash === true && hi !== void 0) {
      if (hi.value < lo) return `the class ${JSON.stringify(source)} has a range that ends before it starts`;
      ranges.push([lo, hi.value]);
      i += 2;
    } else ranges.push([lo, lo]);
  }
  const set = charSet(ranges);
  return negated2 ? complement(set) : set;
}
function readPoints(body) {
  const points = [];
  const chars = [...body];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? "";
    if (char !== "\\") {
      points.push({ value: char.codePointAt(0) ?? 0, dash: char === "-" });
      continue;
    }
    const kind = chars[++i];
    if (kind === void 0) return "a class ends with a lone backslash";
    const digits2 = kind === "x" ? 2 : kind === "u" ? 4 : kind === "U" ? 8 : 0;
    if (digits2 === 0) {
      points.push({ value: escapes[kind] ?? kind.codePointAt(0) ?? 0, dash: false });
      continue;
    }
    const hex3 = chars.slice(i + 1, i + 1 + digits2).join("");
    if (!/^[0-9a-fA-F]+$/.test(hex3) || hex3.length < digits2) {
      return `the escape \\${kind} needs ${digits2} hexadecimal digits`;
    }
    const value = Number.parseInt(hex3, 16);
    if (value > MaxCodePoint) return `the escape \\${kind}${hex3} is above U+10FFFF`;
    points.push({ value, dash: false });
    i += digits2;
  }
  return points;
}
function printClass(set) {
  const negated2 = set.length > 0 && set[set.length - 1] === MaxCodePoint;
  const shown = negated2 ? complement(set) : set;
  const parts = charRanges(shown).map(
    ([lo, hi]) => lo === hi ? printPoint(lo) : `${printPoint(lo)}${hi === lo + 1 ? "" : "-"}${printPoint(hi)}`
  );
  return `[${negated2 ? "^" : ""}${parts.join("")}]`;
}
function printPoint(value) {
  if (value === 10) return "\\n";
  if (value === 13) return "\\r";
  if (value === 9) return "\\t";
  const char = String.fromCodePoint(value);
  if ("\\]^-[".includes(char)) return `\\${char}`;
  if (value >= 32 && value < 127) return char;
  if (value < 256) return `\\x${value.toString(16).padStart(2, "0")}`;
  if (value < 65536) return `\\u${value.toString(16).padStart(4, "0")}`;
  return `\\U${value.toString(16).padStart(8, "0")}`;
}

// src/gbnf/stack-nodes.ts
function createStackNodes() {
  let places = new Int32Array(64);
  let belows = new Int32Array(64);
  let count = 1;
  let slots = new Int32Array(128);
  function findSlot(place, below2) {
    const mask = slots.length - 1;
    let slot = (Math.imul(place, 2654435761) ^ Math.imul(below2, 2246822507)) >>> 0;
    slot = (slot ^ slot >>> 15) & mask;
    for (; ; ) {
      const found = slots[slot];
      if (found === 0 || places[found] === place && belows[found] === below2) return slot;
      slot = slot + 1 & mask;
    }
  }
  function node(place, below2) {
    const slot = findSlot(place, below2);
    const known2 = slots[slot];
    if (known2 !== 0) return known2;
    if (count === places.length) {
      places = grown(places, count + 1);
      belows = grown(belows, count + 1);
    }
    places[count] = place;
    belows[count] = below2;
    slots[slot] = count++;
    if (count * 2 > slots.length) rehash(slots.length * 2);
    return count - 1;
  }
  function rehash(size) {
    slots = new Int32Array(size);
    for (let each = 1; each < count; each++) slots[findSlot(places[each], belows[each])] = each;
  }
  function compact(stacks) {
    const numbers = new Int32Array(count);
    for (const top of stacks) {
      for (let each = top; each !== 0 && numbers[each] === 0; each = belows[each]) {
        numbers[each] = 1;
      }
    }
    let kept = 1;
    for (let each = 1; each < count; each++) {
      if (numbers[each] === 0) continue;
      places[kept] = places[each];
      belows[kept] = numbers[belows[each]];
      numbers[each] = kept++;
    }
    count = kept;
    stacks.forEach((top, i) => stacks[i] = numbers[top]);
    rehash(slots.length);
    return kept;
  }
  return {
    count: () => count,
    place: (each) => places[each],
    below: (each) => belows[each],
    node,
    compact
  };
}
function grown(array2, size) {
  const larger = new Int32Array(Math.max(size, array2.length * 2));
  larger.set(array2);
  return larger;
}

// src/gbnf/stacks.ts
var empty = 0;
var manyNodes = 1 << 16;
function createStacks(program, maxStacks) {
  const { code, classes, tokens, expansionAt } = program;
  const nodes = createStackNodes();
  let current = new Int32Array(64);
  let count = 0;
  let before = new Int32Array(64);
  let stamps = new Int32Array(64);
  let step3 = 1;
  let work = 0;
  let collectAt = manyNodes;
  let made2 = new Int32Array(64);
  function put(node) {
    if (node >= stamps.length) stamps = grown(stamps, node + 1);
    if (stamps[node] === step3) return;
    stamps[node] = step3;
    if (count === current.length) current = grown(current, count + 1);
    current[count++] = node;
  }
  function putExpanded(top) {
    for (let node = top; ; ) {
      const place = nodes.place(node);
      if (node === empty || code[place] !== Op.Rule) return put(node);
      const below2 = nodes.below(node);
      const isEmpty3 = putExpansion(place, below2);
      if (!isEmpty3) return;
      node = below2;
    }
  }
  function putExpansion(place, below2) {
    const expansion = expansionAt(place);
    if (expansion === null) {
      work = Infinity;
      return false;
    }
    const { places, belows, tops, isEmpty: isEmpty3 } = expansion;
    if (made2.length <= places.length) made2 = grown(made2, places.length + 1);
    made2[0] = below2;
    for (let i = 0; i < places.length; i++) made2[i + 1] = nodes.node(places[i], made2[belows[i]]);
    for (let i = 0; i < tops.length; i++) put(made2[tops[i]]);
    return isEmpty3;
  }
  function putAfter(node, place) {
    const below2 = nodes.below(node);
    putExpanded(code[place + 2] === Op.End ? below2 : nodes.node(place + 2, below2));
  }
  function hasPoint(place, point) {
    const argument = code[place + 1];
    switch (code[place]) {
      case Op.Point:
        return argument === point;
      case Op.Any:
        return true;
      case Op.Class: {
        const entry = classes[argument];
        if (point < 128) return entry.ascii[point] === 1;
        return hasChar(entry.set, point) !== entry.negated;
      }
      default:
        return false;
    }
  }
  function begin() {
    count = 0;
    step3++;
  }
  function swap() {
    const other = before;
    before = current;
    current = other;
  }
  function readPoint(point) {
    const wide = count;
    swap();
    begin();
    for (let i = 0; i < wide; i++) {
      const node = before[i];
      const place = nodes.place(node);
      if (node !== empty && hasPoint(place, point)) putAfter(node, place);
    }
    return finish2(wide);
  }
  function readToken(matches) {
    const wide = count;
    swap();
    begin();
    for (let i = 0; i < wide; i++) {
      const node = before[i];
      const place = nodes.place(node);
      const isToken = node !== empty && code[place] === Op.Token;
      if (isToken && matches(tokens[code[place + 1]])) putAfter(node, place);
    }
    return finish2(wide);
  }
  function finish2(wide) {
    work += wide;
    if (count > maxStacks) work = Infinity;
    if (count > 0) return true;
    swap();
    step3--;
    count = wide;
    return false;
  }
  for (const at of alternativesAt(program, program.root)) {
    putExpanded(code[at] === Op.End ? empty : nodes.node(at, empty));
  }
  return {
    count: () => count,
    hasEnd: () => stamps[empty] === step3,
    tops: () => Array.from(current.subarray(0, count)).filter((node) => node !== empty).map(nodes.place),
    step: readPoint,
    stepToken: readToken,
    add(saved) {
      for (const node of saved) put(node);
    },
    save: () => current.slice(0, count),
    restore(saved) {
      begin();
      for (const node of saved) put(node);
    },
    collect() {
      if (nodes.count() < collectAt) return;
      const live2 = nodes.compact(current.subarray(0, count));
      stamps.fill(0);
      for (let i = 0; i < count; i++) stamps[current[i]] = step3;
      collectAt = Math.max(manyNodes, 4 * live2);
    },
    work: () => work
  };
}

// src/gbnf/load-limits.ts
var maxSteps = 2 ** 28;
var maxChain = 5e4;
var maxFirstStacks = 65536;
function checkLoadLimits(program, leftmost) {
  const found = [];
  const { steps, chain } = costOfSearch(leftmost);
  if (steps > maxSteps) {
    const what = "rules begin with other rules in too many ways: llama.cpp hangs when it loads them";
    found.push(refuse(what, "left-factor them: a ::= b c | b d is a ::= b (c | d)"));
  }
  if (chain > maxChain) {
    const what = `a chain of ${chain} rules begin with each other: llama.cpp crashes when it loads them`;
    found.push(refuse(what, "make the chain shorter"));
  }
  if (found.length === 0 && hasTooManyStacks(program)) {
    const what = `the grammar begins in more than ${maxFirstStacks} ways: llama.cpp hangs on them`;
    found.push(refuse(what, "left-factor alternatives, and write x{0,n} in place of x? x? x?"));
  }
  return found;
}
function hasTooManyStacks(program) {
  const stacks = createStacks(program, maxFirstStacks);
  return stacks.work() === Infinity || stacks.count() > maxFirstStacks;
}
function refuse(message, hint) {
  return diagnose("gbnf-load-limit", message, { hint });
}
function costOfSearch(leftmost) {
  const steps = new Float64Array(leftmost.length);
  const chains = new Int32Array(leftmost.length);
  let most = 0;
  let longest2 = 0;
  for (const [rule = 0] of findComponents(leftmost)) {
    let sum = 1;
    let chain = 0;
    for (const target of leftmost[rule] ?? []) {
      sum += steps[target] ?? 0;
      chain = Math.max(chain, chains[target] ?? 0);
    }
    steps[rule] = sum;
    chains[rule] = chain + 1;
    most = Math.max(most, sum);
    longest2 = Math.max(longest2, chain + 1);
  }
  return { steps: most, chain: longest2 };
}

// src/gbnf/names.ts
var rootName = "root";
function toRuleName(text) {
  const name = text.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return name === "" ? "rule" : name;
}
function createNamer(reserved = []) {
  const taken = new Set(reserved);
  const counts = /* @__PURE__ */ new Map();
  return (wanted) => {
    const base = toRuleName(wanted);
    let name = base;
    let count = counts.get(base) ?? 1;
    while (taken.has(name)) name = `${base}-${++count}`;
    counts.set(base, count);
    taken.add(name);
    return name;
  };
}

// src/gbnf/check.ts
function checkProgram(lowered) {
  const { program, undefinedRules, repeated } = lowered;
  if (undefinedRules.length > 0) return undefinedRules.map(undefinedRule);
  if (!isDefined(program, program.root)) {
    const hint = 'name the rule that the whole text must match "root"';
    return [diagnose("gbnf-no-root", `there is no rule named "${rootName}"`, { hint })];
  }
  const leftmost = leftmostRules(program, findEmptyAlternatives(program), () => true);
  const refused = findLeftRecursion(program, leftmost);
  if (refused.length > 0) return refused;
  const nullable = findNullable(program);
  const growing = findGrowth(program, nullable);
  if (growing.length > 0) return growing;
  const heavy = checkLoadLimits(program, leftmost);
  if (heavy.length > 0) return heavy;
  const found = [];
  for (const { rules, rule, offset } of repeated) {
    if (!rules.every((each) => nullable[each] === 1)) continue;
    const hint = "let the item match at least one character";
    const message = "a repeated item can match nothing, which multiplies the parallel stacks";
    found.push(diagnose("gbnf-nullable-repetition", message, { rule, offset, hint }));
  }
  return found;
}
function undefinedRule(name) {
  const hint = `add a rule ${name} ::= \u2026`;
  return diagnose("gbnf-undefined-rule", `the rule "${name}" is used but not defined`, {
    rule: name,
    hint
  });
}
function findEmptyAlternatives(program) {
  return Uint8Array.from(
    program.starts,
    (_, rule) => isDefined(program, rule) && alternativesAt(program, rule).some((at) => program.code[at] === Op.End) ? 1 : 0
  );
}
function findNullable(program) {
  const { code, starts } = program;
  const nullable = new Uint8Array(starts.length);
  const waiting = /* @__PURE__ */ new Map();
  const ready = [];
  starts.forEach((_, rule) => {
    if (isDefined(program, rule))
      for (const at of alternativesAt(program, rule)) ready.push({ rule, at });
  });
  for (let next = ready.pop(); next !== void 0; next = ready.pop()) {
    let { at } = next;
    while (code[at] === Op.Rule && nullable[code[at + 1] ?? 0] === 1) at += 2;
    if (code[at] === Op.Rule) {
      const on = code[at + 1] ?? 0;
      const others = waiting.get(on);
      if (others === void 0) waiting.set(on, [{ rule: next.rule, at }]);
      else others.push({ rule: next.rule, at });
    } else if (code[at] === Op.End && nullable[next.rule] === 0) {
      nullable[next.rule] = 1;
      for (const waiter of waiting.get(next.rule) ?? []) ready.push(waiter);
    }
  }
  return nullable;
}
function findLeftRecursion(program, edges) {
  const found = [];
  for (const component of findComponents(edges)) {
    const cycle = findCycle(edges, component);
    if (cycle === null) continue;
    const hint = "put what is consumed first, as in list ::= item list | item, or use a repetition";
    found.push(leftRecursion(program, cycle, "is left recursive", hint));
  }
  return found;
}
function findGrowth(program, nullable) {
  const edges = leftmostRules(program, nullable, () => true);
  const growing = leftmostRules(program, nullable, (at) => program.code[at + 2] !== Op.End);
  const found = [];
  for (const component of findComponents(edges)) {
    const inside = new Set(component);
    const start = component.find((rule) => growing[rule]?.some((target) => inside.has(target)));
    if (start === void 0) continue;
    const rest = component.filter((rule) => rule !== start);
    const cycle = findCycle(edges, [start, ...rest]) ?? [start, start];
    const hint = "llama.cpp hangs on it: make a rule on the way match at least one character";
    found.push(leftRecursion(program, cycle, "is left recursive over empty rules", hint));
  }
  return found;
}
function leftmostRules(program, nullable, isKept) {
  const { code } = program;
  return Array.from(program.starts, (_, rule) => {
    const targets = [];
    for (let at of alternativesAt(program, rule)) {
      for (; code[at] === Op.Rule; at += 2) {
        const target = code[at + 1] ?? 0;
        if (isKept(at)) targets.push(target);
        if (nullable[target] !== 1) break;
      }
    }
    return targets;
  });
}
function leftRecursion(program, cycle, what, hint) {
  const names2 = [];
  for (const rule of cycle) {
    const name = program.names[rule] ?? "";
    if (names2.at(-1) !== name) names2.push(name);
  }
  const first = names2[0] ?? "";
  if (names2.length === 1 || names2.at(-1) !== first) names2.push(first);
  const message = `the rule "${first}" ${what}: ${names2.join(" \u2192 ")}`;
  return diagnose("gbnf-left-recursion", message, { rule: first, hint });
}
function isDefined(program, rule) {
  return (program.starts[rule] ?? -1) >= 0;
}

// src/gbnf/expr.ts
var nothing = { kind: "sequence", items: [] };
function literal(text) {
  return { kind: "literal", text };
}
function charClass(ranges, negated2 = false) {
  return { kind: "class", ranges, negated: negated2 };
}
function ref(name) {
  return { kind: "ref", name };
}
function sequence(items2) {
  return items2.length === 1 && items2[0] !== void 0 ? items2[0] : { kind: "sequence", items: items2 };
}
function choice(alternatives) {
  const only = alternatives[0];
  return alternatives.length === 1 && only !== void 0 ? only : { kind: "choice", alternatives };
}
function repeat(item, min, max) {
  return { kind: "repeat", item, min, max };
}
function childrenOf(expr) {
  switch (expr.kind) {
    case "sequence":
      return expr.items;
    case "choice":
      return expr.alternatives;
    case "repeat":
      return [expr.item];
    default:
      return [];
  }
}
function mapChanged(list, change) {
  let out = null;
  for (let i = 0; i < list.length; i++) {
    const before = list[i];
    if (before === void 0) continue;
    const after = change(before);
    if (out === null && after !== before) out = list.slice(0, i);
    out?.push(after);
  }
  return out ?? list;
}

// src/gbnf/from-source.ts
function fromSource(source) {
  const rules = /* @__PURE__ */ new Map();
  const diagnostics = [];
  for (const { name, alternatives, offset } of source) {
    if (rules.has(name)) {
      const hint = "remove or rename one of them; llama.cpp uses the last one";
      const more = { rule: name, offset, hint };
      diagnostics.push(diagnose("gbnf-duplicate-rule", `the rule "${name}" is defined twice`, more));
    }
    const surprise = (code, message, at, hint) => diagnostics.push(diagnose(code, message, { rule: name, offset: at, hint }));
    rules.set(name, { name, expr: choiceOf(alternatives, surprise) });
  }
  return { rules: [...rules.values()], diagnostics };
}
function choiceOf(alternatives, surprise) {
  return choice(
    alternatives.flatMap((items2) => {
      const expr = sequenceOf(items2, surprise);
      return expr.kind === "choice" ? expr.alternatives : [expr];
    })
  );
}
function sequenceOf(items2, surprise) {
  const out = [];
  for (const item of items2) {
    if (item.kind !== "repetition") out.push(itemOf(item, surprise));
    else out.push({ kind: "repeat", item: out.pop() ?? nothing, min: item.min, max: item.max });
  }
  return sequence(out.flatMap((expr) => expr.kind === "sequence" ? expr.items : [expr]));
}
function itemOf(item, surprise) {
  switch (item.kind) {
    case "literal":
      return literalOf(item.points, item.offset, surprise);
    case "class":
      if (item.ranges.length === 0) {
        const hint = 'leave it out, or write "" for the empty text';
        surprise(
          "gbnf-empty-class",
          "a class without members matches the empty text",
          item.offset,
          hint
        );
        return nothing;
      }
      if (!item.negated && item.ranges.every(([from, to]) => !isMatchable(from, to))) {
        surprise("gbnf-unmatchable", "no character is in this class", item.offset, unmatchableHint);
      }
      return charClass(item.ranges, item.negated);
    case "any":
      return { kind: "any" };
    case "token":
      return { kind: "token", token: item.token, negated: item.negated };
    case "ref":
      return { kind: "ref", name: item.name };
    case "group":
      return choiceOf(item.alternatives, surprise);
    default:
      return assertNever(item);
  }
}
var unmatchableHint = "a range ends at or above its start; characters above U+FFFF are one \\U escape, not two \\u ones";
function literalOf(points, offset, surprise) {
  if (points.every((point) => isMatchable(point, point))) {
    return literal(points.map((point) => String.fromCodePoint(point)).join(""));
  }
  surprise("gbnf-unmatchable", "no text can match this literal", offset, unmatchableHint);
  return sequence(
    points.map(
      (point) => isMatchable(point, point) ? literal(String.fromCodePoint(point)) : charClass([[point, point]])
    )
  );
}
function isMatchable(from, to) {
  return from <= to && from <= MaxCodePoint && !(from >= 55296 && to <= 57343);
}

// src/gbnf/gbnf-parser.js
function pointOf(char) {
  return char.codePointAt(0);
}
function bounds(min, comma, offset) {
  return { kind: "repetition", min, max: comma === null ? min : comma.max, offset };
}
var peg$SyntaxError = class extends SyntaxError {
  constructor(message, expected, found, location) {
    super(message);
    this.expected = expected;
    this.found = found;
    this.location = location;
    this.name = "SyntaxError";
  }
  format(sources) {
    let str = "Error: " + this.message;
    if (this.location) {
      let src = null;
      const st = sources.find((s2) => s2.source === this.location.source);
      if (st) {
        src = st.text.split(/\r\n|\n|\r/g);
      }
      const s = this.location.start;
      const offset_s = this.location.source && typeof this.location.source.offset === "function" ? this.location.source.offset(s) : s;
      const loc = this.location.source + ":" + offset_s.line + ":" + offset_s.column;
      if (src) {
        const e = this.location.end;
        const filler = "".padEnd(offset_s.line.toString().length, " ");
        const line = src[s.line - 1];
        const last = s.line === e.line ? e.column : line.length + 1;
        const hatLen = last - s.column || 1;
        str += "\n --> " + loc + "\n" + filler + " |\n" + offset_s.line + " | " + line + "\n" + filler + " | " + "".padEnd(s.column - 1, " ") + "".padEnd(hatLen, "^");
      } else {
        str += "\n at " + loc;
      }
    }
    return str;
  }
  static buildMessage(expected, found) {
    function hex3(ch) {
      return ch.codePointAt(0).toString(16).toUpperCase();
    }
    const nonPrintable = Object.prototype.hasOwnProperty.call(RegExp.prototype, "unicode") ? new RegExp("[\\p{C}\\p{Mn}\\p{Mc}]", "gu") : null;
    function unicodeEscape(s) {
      if (nonPrintable) {
        return s.replace(nonPrintable, (ch) => "\\u{" + hex3(ch) + "}");
      }
      return s;
    }
    function literalEscape(s) {
      return unicodeEscape(s.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\0/g, "\\0").replace(/\t/g, "\\t").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/[\x00-\x0F]/g, (ch) => "\\x0" + hex3(ch)).replace(/[\x10-\x1F\x7F-\x9F]/g, (ch) => "\\x" + hex3(ch)));
    }
    function classEscape(s) {
      return unicodeEscape(s.replace(/\\/g, "\\\\").replace(/\]/g, "\\]").replace(/\^/g, "\\^").replace(/-/g, "\\-").replace(/\0/g, "\\0").replace(/\t/g, "\\t").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/[\x00-\x0F]/g, (ch) => "\\x0" + hex3(ch)).replace(/[\x10-\x1F\x7F-\x9F]/g, (ch) => "\\x" + hex3(ch)));
    }
    const DESCRIBE_EXPECTATION_FNS = {
      literal(expectation) {
        return '"' + literalEscape(expectation.text) + '"';
      },
      class(expectation) {
        const escapedParts = expectation.parts.map(
          (part) => Array.isArray(part) ? classEscape(part[0]) + "-" + classEscape(part[1]) : classEscape(part)
        );
        return "[" + (expectation.inverted ? "^" : "") + escapedParts.join("") + "]" + (expectation.unicode ? "u" : "");
      },
      any() {
        return "any character";
      },
      end() {
        return "end of input";
      },
      other(expectation) {
        return expectation.description;
      }
    };
    function describeExpectation(expectation) {
      return DESCRIBE_EXPECTATION_FNS[expectation.type](expectation);
    }
    function describeExpected(expected2) {
      const descriptions = expected2.map(describeExpectation);
      descriptions.sort();
      if (descriptions.length > 0) {
        let j = 1;
        for (let i = 1; i < descriptions.length; i++) {
          if (descriptions[i - 1] !== descriptions[i]) {
            descriptions[j] = descriptions[i];
            j++;
          }
        }
        descriptions.length = j;
      }
      switch (descriptions.length) {
        case 1:
          return descriptions[0];
        case 2:
          return descriptions[0] + " or " + descriptions[1];
        default:
          return descriptions.slice(0, -1).join(", ") + ", or " + descriptions[descriptions.length - 1];
      }
    }
    function describeFound(found2) {
      return found2 ? '"' + literalEscape(found2) + '"' : "end of input";
    }
    return "Expected " + describeExpected(expected) + " but " + describeFound(found) + " found.";
  }
};
function peg$parse(input, options) {
  options = options !== void 0 ? options : {};
  const peg$FAILED = {};
  const peg$source = options.grammarSource;
  const peg$startRuleFunctions = {
    Grammar: peg$parseGrammar
  };
  let peg$startRuleFunction = peg$parseGrammar;
  const peg$c0 = "::=";
  const peg$c1 = "|";
  const peg$c2 = ")";
  const peg$c3 = "(";
  const peg$c4 = ".";
  const peg$c5 = '"';
  const peg$c6 = "^";
  const peg$c7 = "]";
  const peg$c8 = "[";
  const peg$c9 = "-";
  const peg$c10 = "\\";
  const peg$c11 = "n";
  const peg$c12 = "r";
  const peg$c13 = "t";
  const peg$c14 = "x";
  const peg$c15 = "u";
  const peg$c16 = "U";
  const peg$c17 = "!";
  const peg$c18 = "]>";
  const peg$c19 = ">";
  const peg$c20 = "<";
  const peg$c21 = "*";
  const peg$c22 = "+";
  const peg$c23 = "?";
  const peg$c24 = "}";
  const peg$c25 = ",";
  const peg$c26 = "{";
  const peg$c27 = "#";
  const peg$r0 = /^[\r\n]/;
  const peg$r1 = /^[a-zA-Z0-9\-]/;
  const peg$r2 = /^[^"\\\0]/;
  const peg$r3 = /^[\uD800-\uDBFF]/;
  const peg$r4 = /^[\uDC00-\uDFFF]/;
  const peg$r5 = /^[^\]\\\0]/;
  const peg$r6 = /^[\\"[\]\-]/;
  const peg$r7 = /^[0-9a-fA-F]/;
  const peg$r8 = /^[0-9]/;
  const peg$r9 = /^[^>\0]/;
  const peg$r10 = /^[ \t]/;
  const peg$r11 = /^[ \t\r\n]/;
  const peg$r12 = /^[^\r\n\0]/;
  const peg$e0 = peg$literalExpectation("::=", false);
  const peg$e1 = peg$otherExpectation("the end of the line");
  const peg$e2 = peg$classExpectation(["\r", "\n"], false, false, false);
  const peg$e3 = peg$anyExpectation();
  const peg$e4 = peg$otherExpectation("the end of the text");
  const peg$e5 = peg$literalExpectation("|", false);
  const peg$e6 = peg$literalExpectation(")", false);
  const peg$e7 = peg$otherExpectation("a group");
  const peg$e8 = peg$literalExpectation("(", false);
  const peg$e9 = peg$otherExpectation("a rule name");
  const peg$e10 = peg$classExpectation([["a", "z"], ["A", "Z"], ["0", "9"], "-"], false, false, false);
  const peg$e11 = peg$otherExpectation("'.'");
  const peg$e12 = peg$literalExpectation(".", false);
  const peg$e13 = peg$literalExpectation('"', false);
  const peg$e14 = peg$otherExpectation("a literal");
  const peg$e15 = peg$otherExpectation("text");
  const peg$e16 = peg$classExpectation(['"', "\\", "\0"], true, false, false);
  const peg$e17 = peg$literalExpectation("^", false);
  const peg$e18 = peg$literalExpectation("]", false);
  const peg$e19 = peg$otherExpectation("a class");
  const peg$e20 = peg$literalExpectation("[", false);
  const peg$e21 = peg$literalExpectation("-", false);
  const peg$e22 = peg$otherExpectation("a character");
  const peg$e23 = peg$classExpectation([["\uD800", "\uDBFF"]], false, false, false);
  const peg$e24 = peg$classExpectation([["\uDC00", "\uDFFF"]], false, false, false);
  const peg$e25 = peg$classExpectation(["]", "\\", "\0"], true, false, false);
  const peg$e26 = peg$literalExpectation("\\", false);
  const peg$e27 = peg$otherExpectation("an escape");
  const peg$e28 = peg$literalExpectation("n", false);
  const peg$e29 = peg$literalExpectation("r", false);
  const peg$e30 = peg$literalExpectation("t", false);
  const peg$e31 = peg$classExpectation(["\\", '"', "[", "]", "-"], false, false, false);
  const peg$e32 = peg$literalExpectation("x", false);
  const peg$e33 = peg$literalExpectation("u", false);
  const peg$e34 = peg$literalExpectation("U", false);
  const peg$e35 = peg$classExpectation([["0", "9"], ["a", "f"], ["A", "F"]], false, false, false);
  const peg$e36 = peg$otherExpectation("a token");
  const peg$e37 = peg$literalExpectation("!", false);
  const peg$e38 = peg$literalExpectation("]>", false);
  const peg$e39 = peg$literalExpectation(">", false);
  const peg$e40 = peg$literalExpectation("<", false);
  const peg$e41 = peg$otherExpectation("a token id");
  const peg$e42 = peg$classExpectation([["0", "9"]], false, false, false);
  const peg$e43 = peg$classExpectation([">", "\0"], true, false, false);
  const peg$e44 = peg$otherExpectation("a repetition");
  const peg$e45 = peg$literalExpectation("*", false);
  const peg$e46 = peg$literalExpectation("+", false);
  const peg$e47 = peg$literalExpectation("?", false);
  const peg$e48 = peg$literalExpectation("}", false);
  const peg$e49 = peg$literalExpectation(",", false);
  const peg$e50 = peg$literalExpectation("{", false);
  const peg$e51 = peg$otherExpectation("a number");
  const peg$e52 = peg$classExpectation([" ", "	"], false, false, false);
  const peg$e53 = peg$classExpectation([" ", "	", "\r", "\n"], false, false, false);
  const peg$e54 = peg$literalExpectation("#", false);
  const peg$e55 = peg$classExpectation(["\r", "\n", "\0"], true, false, false);
  function peg$f0(name, alternatives) {
    return { name, alternatives, offset: offset() };
  }
  function peg$f1(alternatives) {
    return { kind: "group", alternatives, offset: offset() };
  }
  function peg$f2(name) {
    return { kind: "ref", name, offset: offset() };
  }
  function peg$f3() {
    return { kind: "any", offset: offset() };
  }
  function peg$f4(parts) {
    return { kind: "literal", points: parts.flat(), offset: offset() };
  }
  function peg$f5(chars) {
    return Array.from(chars, pointOf);
  }
  function peg$f6(negated2, ranges) {
    return { kind: "class", ranges, negated: negated2 !== null, offset: offset() };
  }
  function peg$f7(from, to) {
    return [from, to];
  }
  function peg$f8(point) {
    return [point, point];
  }
  function peg$f9(char) {
    return pointOf(char);
  }
  function peg$f10() {
    return 10;
  }
  function peg$f11() {
    return 13;
  }
  function peg$f12() {
    return 9;
  }
  function peg$f13(char) {
    return pointOf(char);
  }
  function peg$f14(digits2) {
    return parseInt(digits2, 16);
  }
  function peg$f15(digits2) {
    return parseInt(digits2, 16);
  }
  function peg$f16(digits2) {
    return parseInt(digits2, 16);
  }
  function peg$f17(token) {
    return { kind: "token", token, negated: true, offset: offset() };
  }
  function peg$f18(token) {
    return { kind: "token", token, negated: false, offset: offset() };
  }
  function peg$f19(id) {
    return Number(id);
  }
  function peg$f20() {
    return { kind: "repetition", min: 0, max: null, offset: offset() };
  }
  function peg$f21() {
    return { kind: "repetition", min: 1, max: null, offset: offset() };
  }
  function peg$f22() {
    return { kind: "repetition", min: 0, max: 1, offset: offset() };
  }
  function peg$f23(min, comma) {
    return bounds(min, comma, offset());
  }
  function peg$f24(max) {
    return { max };
  }
  function peg$f25(min, comma) {
    return bounds(min, comma, offset());
  }
  function peg$f26(max) {
    return { max };
  }
  function peg$f27(digits2) {
    return Number(digits2);
  }
  let peg$currPos = options.peg$currPos | 0;
  let peg$savedPos = peg$currPos;
  const peg$posDetailsCache = [{ line: 1, column: 1 }];
  let peg$maxFailPos = peg$currPos;
  let peg$maxFailExpected = options.peg$maxFailExpected || [];
  let peg$silentFails = options.peg$silentFails | 0;
  let peg$result;
  if (options.startRule) {
    if (!(options.startRule in peg$startRuleFunctions)) {
      throw new Error(`Can't start parsing from rule "` + options.startRule + '".');
    }
    peg$startRuleFunction = peg$startRuleFunctions[options.startRule];
  }
  function text() {
    return input.substring(peg$savedPos, peg$currPos);
  }
  function offset() {
    return peg$savedPos;
  }
  function range() {
    return {
      source: peg$source,
      start: peg$savedPos,
      end: peg$currPos
    };
  }
  function location() {
    return peg$computeLocation(peg$savedPos, peg$currPos);
  }
  function expected(description, location2) {
    location2 = location2 !== void 0 ? location2 : peg$computeLocation(peg$savedPos, peg$currPos);
    throw peg$buildStructuredError(
      [peg$otherExpectation(description)],
      input.substring(peg$savedPos, peg$currPos),
      location2
    );
  }
  function error(message, location2) {
    location2 = location2 !== void 0 ? location2 : peg$computeLocation(peg$savedPos, peg$currPos);
    throw peg$buildSimpleError(message, location2);
  }
  function peg$getUnicode(pos = peg$currPos) {
    const cp = input.codePointAt(pos);
    if (cp === void 0) {
      return "";
    }
    return String.fromCodePoint(cp);
  }
  function peg$literalExpectation(text2, ignoreCase) {
    return { type: "literal", text: text2, ignoreCase };
  }
  function peg$classExpectation(parts, inverted, ignoreCase, unicode) {
    return { type: "class", parts, inverted, ignoreCase, unicode };
  }
  function peg$anyExpectation() {
    return { type: "any" };
  }
  function peg$endExpectation() {
    return { type: "end" };
  }
  function peg$otherExpectation(description) {
    return { type: "other", description };
  }
  function peg$computePosDetails(pos) {
    let details = peg$posDetailsCache[pos];
    let p;
    if (details) {
      return details;
    } else {
      if (pos >= peg$posDetailsCache.length) {
        p = peg$posDetailsCache.length - 1;
      } else {
        p = pos;
        while (!peg$posDetailsCache[--p]) {
        }
      }
      details = peg$posDetailsCache[p];
      details = {
        line: details.line,
        column: details.column
      };
      while (p < pos) {
        if (input.charCodeAt(p) === 10) {
          details.line++;
          details.column = 1;
        } else {
          details.column++;
        }
        p++;
      }
      peg$posDetailsCache[pos] = details;
      return details;
    }
  }
  function peg$computeLocation(startPos, endPos, offset2) {
    const startPosDetails = peg$computePosDetails(startPos);
    const endPosDetails = peg$computePosDetails(endPos);
    const res = {
      source: peg$source,
      start: {
        offset: startPos,
        line: startPosDetails.line,
        column: startPosDetails.column
      },
      end: {
        offset: endPos,
        line: endPosDetails.line,
        column: endPosDetails.column
      }
    };
    if (offset2 && peg$source && typeof peg$source.offset === "function") {
      res.start = peg$source.offset(res.start);
      res.end = peg$source.offset(res.end);
    }
    return res;
  }
  function peg$fail(expected2) {
    if (peg$currPos < peg$maxFailPos) {
      return;
    }
    if (peg$currPos > peg$maxFailPos) {
      peg$maxFailPos = peg$currPos;
      peg$maxFailExpected = [];
    }
    peg$maxFailExpected.push(expected2);
  }
  function peg$buildSimpleError(message, location2) {
    return new peg$SyntaxError(message, null, null, location2);
  }
  function peg$buildStructuredError(expected2, found, location2) {
    return new peg$SyntaxError(
      peg$SyntaxError.buildMessage(expected2, found),
      expected2,
      found,
      location2
    );
  }
  function peg$parseGrammar() {
    let s0, s1, s2, s3, s4;
    s0 = peg$currPos;
    s1 = peg$parse__();
    s2 = [];
    s3 = peg$parseRule();
    while (s3 !== peg$FAILED) {
      s2.push(s3);
      s3 = peg$currPos;
      s4 = peg$parse__();
      s4 = peg$parseRule();
      if (s4 === peg$FAILED) {
        peg$currPos = s3;
        s3 = peg$FAILED;
      } else {
        s3 = s4;
      }
    }
    s3 = peg$parse__();
    s4 = peg$parseEndOfText();
    if (s4 !== peg$FAILED) {
      s0 = s2;
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseRule() {
    let s0, s1, s2, s3, s4, s5, s6;
    s0 = peg$currPos;
    s1 = peg$parseName();
    if (s1 !== peg$FAILED) {
      s2 = peg$parse_();
      if (input.substr(peg$currPos, 3) === peg$c0) {
        s3 = peg$c0;
        peg$currPos += 3;
      } else {
        s3 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e0);
        }
      }
      if (s3 !== peg$FAILED) {
        s4 = peg$parse__();
        s5 = peg$parseAlternatives();
        s6 = peg$parseEndOfRule();
        if (s6 !== peg$FAILED) {
          peg$savedPos = s0;
          s0 = peg$f0(s1, s5);
        } else {
          peg$currPos = s0;
          s0 = peg$FAILED;
        }
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseEndOfRule() {
    let s0, s1;
    peg$silentFails++;
    s0 = input.charAt(peg$currPos);
    if (peg$r0.test(s0)) {
      peg$currPos++;
    } else {
      s0 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e2);
      }
    }
    if (s0 === peg$FAILED) {
      s0 = peg$currPos;
      peg$silentFails++;
      if (input.length > peg$currPos) {
        s1 = input.charAt(peg$currPos);
        peg$currPos++;
      } else {
        s1 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e3);
        }
      }
      peg$silentFails--;
      if (s1 === peg$FAILED) {
        s0 = void 0;
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e1);
      }
    }
    return s0;
  }
  function peg$parseEndOfText() {
    let s0, s1;
    peg$silentFails++;
    s0 = peg$currPos;
    peg$silentFails++;
    if (input.length > peg$currPos) {
      s1 = input.charAt(peg$currPos);
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e3);
      }
    }
    peg$silentFails--;
    if (s1 === peg$FAILED) {
      s0 = void 0;
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e4);
      }
    }
    return s0;
  }
  function peg$parseAlternatives() {
    let s0, s1, s2, s3, s4, s5;
    s0 = peg$currPos;
    s1 = [];
    s2 = peg$parseSequence();
    while (s2 !== peg$FAILED) {
      s1.push(s2);
      s2 = peg$currPos;
      s3 = peg$currPos;
      if (input.charCodeAt(peg$currPos) === 124) {
        s4 = peg$c1;
        peg$currPos++;
      } else {
        s4 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e5);
        }
      }
      if (s4 !== peg$FAILED) {
        s5 = peg$parse__();
        s4 = [s4, s5];
        s3 = s4;
      } else {
        peg$currPos = s3;
        s3 = peg$FAILED;
      }
      if (s3 !== peg$FAILED) {
        s3 = peg$parseSequence();
        s2 = s3;
      } else {
        s2 = s3;
      }
    }
    if (s1.length < 1) {
      peg$currPos = s0;
      s0 = peg$FAILED;
    } else {
      s0 = s1;
    }
    return s0;
  }
  function peg$parseSequence() {
    let s0, s1, s2, s3;
    s0 = [];
    s1 = peg$currPos;
    s2 = peg$parseItem();
    if (s2 === peg$FAILED) {
      s2 = peg$parseBounds();
    }
    if (s2 !== peg$FAILED) {
      s3 = peg$parse_();
      s1 = s2;
    } else {
      peg$currPos = s1;
      s1 = peg$FAILED;
    }
    while (s1 !== peg$FAILED) {
      s0.push(s1);
      s1 = peg$currPos;
      s2 = peg$parseItem();
      if (s2 === peg$FAILED) {
        s2 = peg$parseBounds();
      }
      if (s2 !== peg$FAILED) {
        s3 = peg$parse_();
        s1 = s2;
      } else {
        peg$currPos = s1;
        s1 = peg$FAILED;
      }
    }
    return s0;
  }
  function peg$parseNestedAlternatives() {
    let s0, s1, s2, s3, s4, s5;
    s0 = peg$currPos;
    s1 = [];
    s2 = peg$parseNestedSequence();
    while (s2 !== peg$FAILED) {
      s1.push(s2);
      s2 = peg$currPos;
      s3 = peg$currPos;
      if (input.charCodeAt(peg$currPos) === 124) {
        s4 = peg$c1;
        peg$currPos++;
      } else {
        s4 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e5);
        }
      }
      if (s4 !== peg$FAILED) {
        s5 = peg$parse__();
        s4 = [s4, s5];
        s3 = s4;
      } else {
        peg$currPos = s3;
        s3 = peg$FAILED;
      }
      if (s3 !== peg$FAILED) {
        s3 = peg$parseNestedSequence();
        s2 = s3;
      } else {
        s2 = s3;
      }
    }
    if (s1.length < 1) {
      peg$currPos = s0;
      s0 = peg$FAILED;
    } else {
      s0 = s1;
    }
    return s0;
  }
  function peg$parseNestedSequence() {
    let s0, s1, s2, s3;
    s0 = [];
    s1 = peg$currPos;
    s2 = peg$parseItem();
    if (s2 === peg$FAILED) {
      s2 = peg$parseNestedBounds();
    }
    if (s2 !== peg$FAILED) {
      s3 = peg$parse__();
      s1 = s2;
    } else {
      peg$currPos = s1;
      s1 = peg$FAILED;
    }
    while (s1 !== peg$FAILED) {
      s0.push(s1);
      s1 = peg$currPos;
      s2 = peg$parseItem();
      if (s2 === peg$FAILED) {
        s2 = peg$parseNestedBounds();
      }
      if (s2 !== peg$FAILED) {
        s3 = peg$parse__();
        s1 = s2;
      } else {
        peg$currPos = s1;
        s1 = peg$FAILED;
      }
    }
    return s0;
  }
  function peg$parseItem() {
    let s0;
    s0 = peg$parseLiteral();
    if (s0 === peg$FAILED) {
      s0 = peg$parseClass();
      if (s0 === peg$FAILED) {
        s0 = peg$parseToken();
        if (s0 === peg$FAILED) {
          s0 = peg$parseReference();
          if (s0 === peg$FAILED) {
            s0 = peg$parseGroup();
            if (s0 === peg$FAILED) {
              s0 = peg$parseAny();
              if (s0 === peg$FAILED) {
                s0 = peg$parseOperator();
              }
            }
          }
        }
      }
    }
    return s0;
  }
  function peg$parseGroup() {
    let s0, s1, s2, s3, s4;
    s0 = peg$currPos;
    s1 = peg$parseOpenGroup();
    if (s1 !== peg$FAILED) {
      s2 = peg$parse__();
      s3 = peg$parseNestedAlternatives();
      if (input.charCodeAt(peg$currPos) === 41) {
        s4 = peg$c2;
        peg$currPos++;
      } else {
        s4 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e6);
        }
      }
      if (s4 !== peg$FAILED) {
        peg$savedPos = s0;
        s0 = peg$f1(s3);
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseOpenGroup() {
    let s0, s1;
    peg$silentFails++;
    if (input.charCodeAt(peg$currPos) === 40) {
      s0 = peg$c3;
      peg$currPos++;
    } else {
      s0 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e8);
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e7);
      }
    }
    return s0;
  }
  function peg$parseReference() {
    let s0, s1;
    s0 = peg$currPos;
    s1 = peg$parseName();
    if (s1 !== peg$FAILED) {
      peg$savedPos = s0;
      s1 = peg$f2(s1);
    }
    s0 = s1;
    return s0;
  }
  function peg$parseName() {
    let s0, s1, s2;
    peg$silentFails++;
    s0 = peg$currPos;
    s1 = [];
    s2 = input.charAt(peg$currPos);
    if (peg$r1.test(s2)) {
      peg$currPos++;
    } else {
      s2 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e10);
      }
    }
    if (s2 !== peg$FAILED) {
      while (s2 !== peg$FAILED) {
        s1.push(s2);
        s2 = input.charAt(peg$currPos);
        if (peg$r1.test(s2)) {
          peg$currPos++;
        } else {
          s2 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e10);
          }
        }
      }
    } else {
      s1 = peg$FAILED;
    }
    if (s1 !== peg$FAILED) {
      s0 = input.substring(s0, peg$currPos);
    } else {
      s0 = s1;
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e9);
      }
    }
    return s0;
  }
  function peg$parseAny() {
    let s0, s1;
    peg$silentFails++;
    s0 = peg$currPos;
    if (input.charCodeAt(peg$currPos) === 46) {
      s1 = peg$c4;
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e12);
      }
    }
    if (s1 !== peg$FAILED) {
      peg$savedPos = s0;
      s1 = peg$f3();
    }
    s0 = s1;
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e11);
      }
    }
    return s0;
  }
  function peg$parseLiteral() {
    let s0, s1, s2, s3;
    s0 = peg$currPos;
    s1 = peg$parseOpenLiteral();
    if (s1 !== peg$FAILED) {
      s2 = [];
      s3 = peg$parsePlainText();
      if (s3 === peg$FAILED) {
        s3 = peg$parseEscape();
      }
      while (s3 !== peg$FAILED) {
        s2.push(s3);
        s3 = peg$parsePlainText();
        if (s3 === peg$FAILED) {
          s3 = peg$parseEscape();
        }
      }
      if (input.charCodeAt(peg$currPos) === 34) {
        s3 = peg$c5;
        peg$currPos++;
      } else {
        s3 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e13);
        }
      }
      if (s3 !== peg$FAILED) {
        peg$savedPos = s0;
        s0 = peg$f4(s2);
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseOpenLiteral() {
    let s0, s1;
    peg$silentFails++;
    if (input.charCodeAt(peg$currPos) === 34) {
      s0 = peg$c5;
      peg$currPos++;
    } else {
      s0 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e13);
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e14);
      }
    }
    return s0;
  }
  function peg$parsePlainText() {
    let s0, s1, s2, s3;
    peg$silentFails++;
    s0 = peg$currPos;
    s1 = peg$currPos;
    s2 = [];
    s3 = input.charAt(peg$currPos);
    if (peg$r2.test(s3)) {
      peg$currPos++;
    } else {
      s3 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e16);
      }
    }
    if (s3 !== peg$FAILED) {
      while (s3 !== peg$FAILED) {
        s2.push(s3);
        s3 = input.charAt(peg$currPos);
        if (peg$r2.test(s3)) {
          peg$currPos++;
        } else {
          s3 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e16);
          }
        }
      }
    } else {
      s2 = peg$FAILED;
    }
    if (s2 !== peg$FAILED) {
      s1 = input.substring(s1, peg$currPos);
    } else {
      s1 = s2;
    }
    if (s1 !== peg$FAILED) {
      peg$savedPos = s0;
      s1 = peg$f5(s1);
    }
    s0 = s1;
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e15);
      }
    }
    return s0;
  }
  function peg$parseClass() {
    let s0, s1, s2, s3, s4;
    s0 = peg$currPos;
    s1 = peg$parseOpenClass();
    if (s1 !== peg$FAILED) {
      if (input.charCodeAt(peg$currPos) === 94) {
        s2 = peg$c6;
        peg$currPos++;
      } else {
        s2 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e17);
        }
      }
      if (s2 === peg$FAILED) {
        s2 = null;
      }
      s3 = [];
      s4 = peg$parseRange();
      while (s4 !== peg$FAILED) {
        s3.push(s4);
        s4 = peg$parseRange();
      }
      if (input.charCodeAt(peg$currPos) === 93) {
        s4 = peg$c7;
        peg$currPos++;
      } else {
        s4 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e18);
        }
      }
      if (s4 !== peg$FAILED) {
        peg$savedPos = s0;
        s0 = peg$f6(s2, s3);
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseOpenClass() {
    let s0, s1;
    peg$silentFails++;
    if (input.charCodeAt(peg$currPos) === 91) {
      s0 = peg$c8;
      peg$currPos++;
    } else {
      s0 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e20);
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e19);
      }
    }
    return s0;
  }
  function peg$parseRange() {
    let s0, s1, s2, s3;
    s0 = peg$currPos;
    s1 = peg$parseClassPoint();
    if (s1 !== peg$FAILED) {
      if (input.charCodeAt(peg$currPos) === 45) {
        s2 = peg$c9;
        peg$currPos++;
      } else {
        s2 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e21);
        }
      }
      if (s2 !== peg$FAILED) {
        s3 = peg$parseClassPoint();
        if (s3 !== peg$FAILED) {
          peg$savedPos = s0;
          s0 = peg$f7(s1, s3);
        } else {
          peg$currPos = s0;
          s0 = peg$FAILED;
        }
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    if (s0 === peg$FAILED) {
      s0 = peg$currPos;
      s1 = peg$parseClassPoint();
      if (s1 !== peg$FAILED) {
        peg$savedPos = s0;
        s1 = peg$f8(s1);
      }
      s0 = s1;
    }
    return s0;
  }
  function peg$parseClassPoint() {
    let s0, s1;
    s0 = peg$parseEscape();
    if (s0 === peg$FAILED) {
      s0 = peg$currPos;
      s1 = peg$parseClassCharacter();
      if (s1 !== peg$FAILED) {
        peg$savedPos = s0;
        s1 = peg$f9(s1);
      }
      s0 = s1;
    }
    return s0;
  }
  function peg$parseClassCharacter() {
    let s0, s1, s2, s3;
    peg$silentFails++;
    s0 = peg$currPos;
    s1 = peg$currPos;
    s2 = input.charAt(peg$currPos);
    if (peg$r3.test(s2)) {
      peg$currPos++;
    } else {
      s2 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e23);
      }
    }
    if (s2 !== peg$FAILED) {
      s3 = input.charAt(peg$currPos);
      if (peg$r4.test(s3)) {
        peg$currPos++;
      } else {
        s3 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e24);
        }
      }
      if (s3 !== peg$FAILED) {
        s2 = [s2, s3];
        s1 = s2;
      } else {
        peg$currPos = s1;
        s1 = peg$FAILED;
      }
    } else {
      peg$currPos = s1;
      s1 = peg$FAILED;
    }
    if (s1 !== peg$FAILED) {
      s0 = input.substring(s0, peg$currPos);
    } else {
      s0 = s1;
    }
    if (s0 === peg$FAILED) {
      s0 = input.charAt(peg$currPos);
      if (peg$r5.test(s0)) {
        peg$currPos++;
      } else {
        s0 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e25);
        }
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e22);
      }
    }
    return s0;
  }
  function peg$parseEscape() {
    let s0, s1, s2;
    s0 = peg$currPos;
    if (input.charCodeAt(peg$currPos) === 92) {
      s1 = peg$c10;
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e26);
      }
    }
    if (s1 !== peg$FAILED) {
      s2 = peg$parseEscapeCode();
      if (s2 !== peg$FAILED) {
        s0 = s2;
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseEscapeCode() {
    let s0, s1, s2, s3, s4, s5;
    peg$silentFails++;
    s0 = peg$currPos;
    if (input.charCodeAt(peg$currPos) === 110) {
      s1 = peg$c11;
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e28);
      }
    }
    if (s1 !== peg$FAILED) {
      peg$savedPos = s0;
      s1 = peg$f10();
    }
    s0 = s1;
    if (s0 === peg$FAILED) {
      s0 = peg$currPos;
      if (input.charCodeAt(peg$currPos) === 114) {
        s1 = peg$c12;
        peg$currPos++;
      } else {
        s1 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e29);
        }
      }
      if (s1 !== peg$FAILED) {
        peg$savedPos = s0;
        s1 = peg$f11();
      }
      s0 = s1;
      if (s0 === peg$FAILED) {
        s0 = peg$currPos;
        if (input.charCodeAt(peg$currPos) === 116) {
          s1 = peg$c13;
          peg$currPos++;
        } else {
          s1 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e30);
          }
        }
        if (s1 !== peg$FAILED) {
          peg$savedPos = s0;
          s1 = peg$f12();
        }
        s0 = s1;
        if (s0 === peg$FAILED) {
          s0 = peg$currPos;
          s1 = input.charAt(peg$currPos);
          if (peg$r6.test(s1)) {
            peg$currPos++;
          } else {
            s1 = peg$FAILED;
            if (peg$silentFails === 0) {
              peg$fail(peg$e31);
            }
          }
          if (s1 !== peg$FAILED) {
            peg$savedPos = s0;
            s1 = peg$f13(s1);
          }
          s0 = s1;
          if (s0 === peg$FAILED) {
            s0 = peg$currPos;
            if (input.charCodeAt(peg$currPos) === 120) {
              s1 = peg$c14;
              peg$currPos++;
            } else {
              s1 = peg$FAILED;
              if (peg$silentFails === 0) {
                peg$fail(peg$e32);
              }
            }
            if (s1 !== peg$FAILED) {
              s2 = peg$currPos;
              s3 = peg$currPos;
              s4 = [];
              s5 = peg$parseHex();
              while (s5 !== peg$FAILED) {
                s4.push(s5);
                if (s4.length >= 2) {
                  s5 = peg$FAILED;
                } else {
                  s5 = peg$parseHex();
                }
              }
              if (s4.length < 2) {
                peg$currPos = s3;
                s3 = peg$FAILED;
              } else {
                s3 = s4;
              }
              if (s3 !== peg$FAILED) {
                s2 = input.substring(s2, peg$currPos);
              } else {
                s2 = s3;
              }
              if (s2 !== peg$FAILED) {
                peg$savedPos = s0;
                s0 = peg$f14(s2);
              } else {
                peg$currPos = s0;
                s0 = peg$FAILED;
              }
            } else {
              peg$currPos = s0;
              s0 = peg$FAILED;
            }
            if (s0 === peg$FAILED) {
              s0 = peg$currPos;
              if (input.charCodeAt(peg$currPos) === 117) {
                s1 = peg$c15;
                peg$currPos++;
              } else {
                s1 = peg$FAILED;
                if (peg$silentFails === 0) {
                  peg$fail(peg$e33);
                }
              }
              if (s1 !== peg$FAILED) {
                s2 = peg$currPos;
                s3 = peg$currPos;
                s4 = [];
                s5 = peg$parseHex();
                while (s5 !== peg$FAILED) {
                  s4.push(s5);
                  if (s4.length >= 4) {
                    s5 = peg$FAILED;
                  } else {
                    s5 = peg$parseHex();
                  }
                }
                if (s4.length < 4) {
                  peg$currPos = s3;
                  s3 = peg$FAILED;
                } else {
                  s3 = s4;
                }
                if (s3 !== peg$FAILED) {
                  s2 = input.substring(s2, peg$currPos);
                } else {
                  s2 = s3;
                }
                if (s2 !== peg$FAILED) {
                  peg$savedPos = s0;
                  s0 = peg$f15(s2);
                } else {
                  peg$currPos = s0;
                  s0 = peg$FAILED;
                }
              } else {
                peg$currPos = s0;
                s0 = peg$FAILED;
              }
              if (s0 === peg$FAILED) {
                s0 = peg$currPos;
                if (input.charCodeAt(peg$currPos) === 85) {
                  s1 = peg$c16;
                  peg$currPos++;
                } else {
                  s1 = peg$FAILED;
                  if (peg$silentFails === 0) {
                    peg$fail(peg$e34);
                  }
                }
                if (s1 !== peg$FAILED) {
                  s2 = peg$currPos;
                  s3 = peg$currPos;
                  s4 = [];
                  s5 = peg$parseHex();
                  while (s5 !== peg$FAILED) {
                    s4.push(s5);
                    if (s4.length >= 8) {
                      s5 = peg$FAILED;
                    } else {
                      s5 = peg$parseHex();
                    }
                  }
                  if (s4.length < 8) {
                    peg$currPos = s3;
                    s3 = peg$FAILED;
                  } else {
                    s3 = s4;
                  }
                  if (s3 !== peg$FAILED) {
                    s2 = input.substring(s2, peg$currPos);
                  } else {
                    s2 = s3;
                  }
                  if (s2 !== peg$FAILED) {
                    peg$savedPos = s0;
                    s0 = peg$f16(s2);
                  } else {
                    peg$currPos = s0;
                    s0 = peg$FAILED;
                  }
                } else {
                  peg$currPos = s0;
                  s0 = peg$FAILED;
                }
              }
            }
          }
        }
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e27);
      }
    }
    return s0;
  }
  function peg$parseHex() {
    let s0;
    s0 = input.charAt(peg$currPos);
    if (peg$r7.test(s0)) {
      peg$currPos++;
    } else {
      s0 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e35);
      }
    }
    return s0;
  }
  function peg$parseToken() {
    let s0, s1, s2;
    s0 = peg$currPos;
    s1 = peg$parseNot();
    if (s1 !== peg$FAILED) {
      s2 = peg$parseTokenName();
      if (s2 !== peg$FAILED) {
        peg$savedPos = s0;
        s0 = peg$f17(s2);
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    if (s0 === peg$FAILED) {
      s0 = peg$currPos;
      s1 = peg$parseTokenName();
      if (s1 !== peg$FAILED) {
        peg$savedPos = s0;
        s1 = peg$f18(s1);
      }
      s0 = s1;
    }
    return s0;
  }
  function peg$parseNot() {
    let s0, s1;
    peg$silentFails++;
    if (input.charCodeAt(peg$currPos) === 33) {
      s0 = peg$c17;
      peg$currPos++;
    } else {
      s0 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e37);
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e36);
      }
    }
    return s0;
  }
  function peg$parseTokenName() {
    let s0, s1, s2, s3, s4, s5;
    s0 = peg$currPos;
    s1 = peg$parseOpenToken();
    if (s1 !== peg$FAILED) {
      if (input.charCodeAt(peg$currPos) === 91) {
        s2 = peg$c8;
        peg$currPos++;
      } else {
        s2 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e20);
        }
      }
      if (s2 !== peg$FAILED) {
        s3 = peg$parseTokenId();
        if (s3 !== peg$FAILED) {
          if (input.substr(peg$currPos, 2) === peg$c18) {
            s4 = peg$c18;
            peg$currPos += 2;
          } else {
            s4 = peg$FAILED;
            if (peg$silentFails === 0) {
              peg$fail(peg$e38);
            }
          }
          if (s4 !== peg$FAILED) {
            peg$savedPos = s0;
            s0 = peg$f19(s3);
          } else {
            peg$currPos = s0;
            s0 = peg$FAILED;
          }
        } else {
          peg$currPos = s0;
          s0 = peg$FAILED;
        }
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    if (s0 === peg$FAILED) {
      s0 = peg$currPos;
      s1 = peg$currPos;
      s2 = peg$parseOpenToken();
      if (s2 !== peg$FAILED) {
        s3 = peg$currPos;
        peg$silentFails++;
        if (input.charCodeAt(peg$currPos) === 91) {
          s4 = peg$c8;
          peg$currPos++;
        } else {
          s4 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e20);
          }
        }
        peg$silentFails--;
        if (s4 === peg$FAILED) {
          s3 = void 0;
        } else {
          peg$currPos = s3;
          s3 = peg$FAILED;
        }
        if (s3 !== peg$FAILED) {
          s4 = peg$parseTokenText();
          if (input.charCodeAt(peg$currPos) === 62) {
            s5 = peg$c19;
            peg$currPos++;
          } else {
            s5 = peg$FAILED;
            if (peg$silentFails === 0) {
              peg$fail(peg$e39);
            }
          }
          if (s5 !== peg$FAILED) {
            s2 = [s2, s3, s4, s5];
            s1 = s2;
          } else {
            peg$currPos = s1;
            s1 = peg$FAILED;
          }
        } else {
          peg$currPos = s1;
          s1 = peg$FAILED;
        }
      } else {
        peg$currPos = s1;
        s1 = peg$FAILED;
      }
      if (s1 !== peg$FAILED) {
        s0 = input.substring(s0, peg$currPos);
      } else {
        s0 = s1;
      }
    }
    return s0;
  }
  function peg$parseOpenToken() {
    let s0, s1;
    peg$silentFails++;
    if (input.charCodeAt(peg$currPos) === 60) {
      s0 = peg$c20;
      peg$currPos++;
    } else {
      s0 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e40);
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e36);
      }
    }
    return s0;
  }
  function peg$parseTokenId() {
    let s0, s1, s2;
    peg$silentFails++;
    s0 = peg$currPos;
    s1 = [];
    s2 = input.charAt(peg$currPos);
    if (peg$r8.test(s2)) {
      peg$currPos++;
    } else {
      s2 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e42);
      }
    }
    if (s2 !== peg$FAILED) {
      while (s2 !== peg$FAILED) {
        s1.push(s2);
        s2 = input.charAt(peg$currPos);
        if (peg$r8.test(s2)) {
          peg$currPos++;
        } else {
          s2 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e42);
          }
        }
      }
    } else {
      s1 = peg$FAILED;
    }
    if (s1 !== peg$FAILED) {
      s0 = input.substring(s0, peg$currPos);
    } else {
      s0 = s1;
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e41);
      }
    }
    return s0;
  }
  function peg$parseTokenText() {
    let s0, s1;
    peg$silentFails++;
    s0 = [];
    s1 = input.charAt(peg$currPos);
    if (peg$r9.test(s1)) {
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e43);
      }
    }
    while (s1 !== peg$FAILED) {
      s0.push(s1);
      s1 = input.charAt(peg$currPos);
      if (peg$r9.test(s1)) {
        peg$currPos++;
      } else {
        s1 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e43);
        }
      }
    }
    peg$silentFails--;
    return s0;
  }
  function peg$parseOperator() {
    let s0, s1;
    peg$silentFails++;
    s0 = peg$currPos;
    if (input.charCodeAt(peg$currPos) === 42) {
      s1 = peg$c21;
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e45);
      }
    }
    if (s1 !== peg$FAILED) {
      peg$savedPos = s0;
      s1 = peg$f20();
    }
    s0 = s1;
    if (s0 === peg$FAILED) {
      s0 = peg$currPos;
      if (input.charCodeAt(peg$currPos) === 43) {
        s1 = peg$c22;
        peg$currPos++;
      } else {
        s1 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e46);
        }
      }
      if (s1 !== peg$FAILED) {
        peg$savedPos = s0;
        s1 = peg$f21();
      }
      s0 = s1;
      if (s0 === peg$FAILED) {
        s0 = peg$currPos;
        if (input.charCodeAt(peg$currPos) === 63) {
          s1 = peg$c23;
          peg$currPos++;
        } else {
          s1 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e47);
          }
        }
        if (s1 !== peg$FAILED) {
          peg$savedPos = s0;
          s1 = peg$f22();
        }
        s0 = s1;
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e44);
      }
    }
    return s0;
  }
  function peg$parseBounds() {
    let s0, s1, s2, s3, s4, s5, s6;
    s0 = peg$currPos;
    s1 = peg$parseOpenBounds();
    if (s1 !== peg$FAILED) {
      s2 = peg$parse_();
      s3 = peg$parseCount();
      if (s3 !== peg$FAILED) {
        s4 = peg$parse_();
        s5 = peg$parseComma();
        if (s5 === peg$FAILED) {
          s5 = null;
        }
        if (input.charCodeAt(peg$currPos) === 125) {
          s6 = peg$c24;
          peg$currPos++;
        } else {
          s6 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e48);
          }
        }
        if (s6 !== peg$FAILED) {
          peg$savedPos = s0;
          s0 = peg$f23(s3, s5);
        } else {
          peg$currPos = s0;
          s0 = peg$FAILED;
        }
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseComma() {
    let s0, s1, s2, s3, s4, s5;
    s0 = peg$currPos;
    if (input.charCodeAt(peg$currPos) === 44) {
      s1 = peg$c25;
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e49);
      }
    }
    if (s1 !== peg$FAILED) {
      s2 = peg$parse_();
      s3 = peg$currPos;
      s4 = peg$parseCount();
      if (s4 !== peg$FAILED) {
        s5 = peg$parse_();
        s3 = s4;
      } else {
        peg$currPos = s3;
        s3 = peg$FAILED;
      }
      if (s3 === peg$FAILED) {
        s3 = null;
      }
      peg$savedPos = s0;
      s0 = peg$f24(s3);
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseNestedBounds() {
    let s0, s1, s2, s3, s4, s5, s6;
    s0 = peg$currPos;
    s1 = peg$parseOpenBounds();
    if (s1 !== peg$FAILED) {
      s2 = peg$parse__();
      s3 = peg$parseCount();
      if (s3 !== peg$FAILED) {
        s4 = peg$parse__();
        s5 = peg$parseNestedComma();
        if (s5 === peg$FAILED) {
          s5 = null;
        }
        if (input.charCodeAt(peg$currPos) === 125) {
          s6 = peg$c24;
          peg$currPos++;
        } else {
          s6 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e48);
          }
        }
        if (s6 !== peg$FAILED) {
          peg$savedPos = s0;
          s0 = peg$f25(s3, s5);
        } else {
          peg$currPos = s0;
          s0 = peg$FAILED;
        }
      } else {
        peg$currPos = s0;
        s0 = peg$FAILED;
      }
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseNestedComma() {
    let s0, s1, s2, s3, s4, s5;
    s0 = peg$currPos;
    if (input.charCodeAt(peg$currPos) === 44) {
      s1 = peg$c25;
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e49);
      }
    }
    if (s1 !== peg$FAILED) {
      s2 = peg$parse__();
      s3 = peg$currPos;
      s4 = peg$parseCount();
      if (s4 !== peg$FAILED) {
        s5 = peg$parse__();
        s3 = s4;
      } else {
        peg$currPos = s3;
        s3 = peg$FAILED;
      }
      if (s3 === peg$FAILED) {
        s3 = null;
      }
      peg$savedPos = s0;
      s0 = peg$f26(s3);
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  function peg$parseOpenBounds() {
    let s0, s1;
    peg$silentFails++;
    if (input.charCodeAt(peg$currPos) === 123) {
      s0 = peg$c26;
      peg$currPos++;
    } else {
      s0 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e50);
      }
    }
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e44);
      }
    }
    return s0;
  }
  function peg$parseCount() {
    let s0, s1, s2, s3;
    peg$silentFails++;
    s0 = peg$currPos;
    s1 = peg$currPos;
    s2 = [];
    s3 = input.charAt(peg$currPos);
    if (peg$r8.test(s3)) {
      peg$currPos++;
    } else {
      s3 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e42);
      }
    }
    if (s3 !== peg$FAILED) {
      while (s3 !== peg$FAILED) {
        s2.push(s3);
        s3 = input.charAt(peg$currPos);
        if (peg$r8.test(s3)) {
          peg$currPos++;
        } else {
          s3 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e42);
          }
        }
      }
    } else {
      s2 = peg$FAILED;
    }
    if (s2 !== peg$FAILED) {
      s1 = input.substring(s1, peg$currPos);
    } else {
      s1 = s2;
    }
    if (s1 !== peg$FAILED) {
      peg$savedPos = s0;
      s1 = peg$f27(s1);
    }
    s0 = s1;
    peg$silentFails--;
    if (s0 === peg$FAILED) {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e51);
      }
    }
    return s0;
  }
  function peg$parse_() {
    let s0, s1;
    peg$silentFails++;
    s0 = [];
    s1 = input.charAt(peg$currPos);
    if (peg$r10.test(s1)) {
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e52);
      }
    }
    if (s1 === peg$FAILED) {
      s1 = peg$parseComment();
    }
    while (s1 !== peg$FAILED) {
      s0.push(s1);
      s1 = input.charAt(peg$currPos);
      if (peg$r10.test(s1)) {
        peg$currPos++;
      } else {
        s1 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e52);
        }
      }
      if (s1 === peg$FAILED) {
        s1 = peg$parseComment();
      }
    }
    peg$silentFails--;
    return s0;
  }
  function peg$parse__() {
    let s0, s1;
    peg$silentFails++;
    s0 = [];
    s1 = input.charAt(peg$currPos);
    if (peg$r11.test(s1)) {
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e53);
      }
    }
    if (s1 === peg$FAILED) {
      s1 = peg$parseComment();
    }
    while (s1 !== peg$FAILED) {
      s0.push(s1);
      s1 = input.charAt(peg$currPos);
      if (peg$r11.test(s1)) {
        peg$currPos++;
      } else {
        s1 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e53);
        }
      }
      if (s1 === peg$FAILED) {
        s1 = peg$parseComment();
      }
    }
    peg$silentFails--;
    return s0;
  }
  function peg$parseComment() {
    let s0, s1, s2, s3;
    s0 = peg$currPos;
    if (input.charCodeAt(peg$currPos) === 35) {
      s1 = peg$c27;
      peg$currPos++;
    } else {
      s1 = peg$FAILED;
      if (peg$silentFails === 0) {
        peg$fail(peg$e54);
      }
    }
    if (s1 !== peg$FAILED) {
      s2 = [];
      s3 = input.charAt(peg$currPos);
      if (peg$r12.test(s3)) {
        peg$currPos++;
      } else {
        s3 = peg$FAILED;
        if (peg$silentFails === 0) {
          peg$fail(peg$e55);
        }
      }
      while (s3 !== peg$FAILED) {
        s2.push(s3);
        s3 = input.charAt(peg$currPos);
        if (peg$r12.test(s3)) {
          peg$currPos++;
        } else {
          s3 = peg$FAILED;
          if (peg$silentFails === 0) {
            peg$fail(peg$e55);
          }
        }
      }
      s1 = [s1, s2];
      s0 = s1;
    } else {
      peg$currPos = s0;
      s0 = peg$FAILED;
    }
    return s0;
  }
  peg$result = peg$startRuleFunction();
  const peg$success = peg$result !== peg$FAILED && peg$currPos === input.length;
  function peg$throw() {
    if (peg$result !== peg$FAILED && peg$currPos < input.length) {
      peg$fail(peg$endExpectation());
    }
    throw peg$buildStructuredError(
      peg$maxFailExpected,
      peg$maxFailPos < input.length ? peg$getUnicode(peg$maxFailPos) : null,
      peg$maxFailPos < input.length ? peg$computeLocation(peg$maxFailPos, peg$maxFailPos + 1) : peg$computeLocation(peg$maxFailPos, peg$maxFailPos)
    );
  }
  if (options.peg$library) {
    return (
      /** @type {any} */
      {
        peg$result,
        peg$currPos,
        peg$FAILED,
        peg$maxFailExpected,
        peg$maxFailPos,
        peg$success,
        peg$throw: peg$success ? void 0 : peg$throw
      }
    );
  }
  if (peg$success) {
    return peg$result;
  } else {
    peg$throw();
  }
}

// src/gbnf/escape.ts
var hidden = [
  [173, 173],
  [768, 879],
  [1564, 1564],
  [4447, 4448],
  [5760, 5760],
  [6068, 6069],
  [6155, 6159],
  [8192, 8207],
  [8232, 8239],
  [8287, 8303],
  [12288, 12288],
  [12644, 12644],
  [55296, 63743],
  [64976, 65007],
  [65024, 65039],
  [65279, 65279],
  [65440, 65440],
  [65520, 65535]
];
var firstOfLastPlanes = 917504;
function escapeLiteral(text) {
  if (plainText.test(text)) return `"${text}"`;
  return `"${Array.from(text, (char) => escapeLiteralPoint(char.codePointAt(0) ?? 0)).join("")}"`;
}
var plainText = /^[ !#-[\]-~]*$/;
function escapeClass(ranges, negated2) {
  if (ranges.length === 0) return negated2 ? "." : "[b-a]";
  let body = ranges.filter((range) => !isDash(range)).map(escapeRange).join("");
  if (ranges.some(isDash)) body += "-";
  if (body.startsWith("^") && !negated2) body = `\\x5E${body.slice(1)}`;
  return `[${negated2 ? "^" : ""}${body}]`;
}
function escapeToken(token, negated2) {
  return `${negated2 ? "!" : ""}${typeof token === "number" ? `<[${token}]>` : token}`;
}
function isTokenText(text) {
  return /^<(?!\[)[^>\0]*>$/.test(text);
}
function isDash([from, to]) {
  return from === 45 && to === 45;
}
function escapeRange([from, to]) {
  const start = escapeClassPoint(from);
  if (from === to) return start;
  return `${start}${to === from + 1 ? "" : "-"}${escapeClassPoint(to)}`;
}
function escapeLiteralPoint(point) {
  if (point === 34 || point === 92) return `\\${String.fromCharCode(point)}`;
  return isPlain(point) ? String.fromCodePoint(point) : escapePoint(point);
}
function escapeClassPoint(point) {
  if (point === 92 || point === 91 || point === 93) return `\\${String.fromCharCode(point)}`;
  if (point === 45) return "\\x2D";
  return isPlain(point) ? String.fromCodePoint(point) : escapePoint(point);
}
function isPlain(point) {
  if (point < 127) return point >= 32;
  if (point <= 160 || point >= firstOfLastPlanes) return false;
  return !hidden.some(([from, to]) => from <= point && point <= to);
}
function escapePoint(point) {
  if (point === 10) return "\\n";
  if (point === 13) return "\\r";
  if (point === 9) return "\\t";
  const hex3 = point.toString(16).toUpperCase();
  if (point < 256) return `\\x${hex3.padStart(2, "0")}`;
  if (point < 65536) return `\\u${hex3.padStart(4, "0")}`;
  return `\\U${hex3.padStart(8, "0")}`;
}

// src/gbnf/expansions.ts
var maxNodes = 1 << 18;
function createExpansions(program) {
  const { code } = program;
  const alternatives = [];
  const known2 = /* @__PURE__ */ new Map();
  function find(start) {
    const nodes = createStackNodes();
    const first = nodes.node(start, 0);
    const seen = /* @__PURE__ */ new Set([first]);
    const todo = [first];
    const tops = [];
    let isEmpty3 = false;
    for (let node = todo.pop(); node !== void 0; node = todo.pop()) {
      const place = nodes.place(node);
      if (node === 0) isEmpty3 = true;
      else if (code[place] !== Op.Rule) tops.push(node);
      else {
        const rule = code[place + 1];
        const below2 = nodes.below(node);
        const rest = code[place + 2] === Op.End ? below2 : nodes.node(place + 2, below2);
        const starts = alternatives[rule] ??= alternativesAt(program, rule);
        for (let i = starts.length - 1; i >= 0; i--) {
          const next = code[starts[i]] === Op.End ? rest : nodes.node(starts[i], rest);
          if (seen.has(next)) continue;
          seen.add(next);
          todo.push(next);
        }
        if (seen.size > maxNodes) return null;
      }
    }
    const stacks = Int32Array.from(tops);
    const size = nodes.compact(stacks);
    const numbers = Int32Array.from({ length: size - 1 }, (_, i) => i + 1);
    return {
      places: numbers.map(nodes.place),
      belows: numbers.map(nodes.below),
      tops: stacks,
      isEmpty: isEmpty3
    };
  }
  return (place) => {
    let expansion = known2.get(place);
    if (expansion === void 0) known2.set(place, expansion = find(place));
    return expansion;
  };
}

// src/gbnf/program-table.ts
function createProgramTable() {
  const names2 = [];
  const numbers = /* @__PURE__ */ new Map();
  const bodies = [];
  const classes = createInterner();
  const tokens = createInterner();
  function fresh(inside) {
    return names2.push(inside) - 1;
  }
  function rule(name) {
    const known2 = numbers.get(name);
    if (known2 !== void 0) return known2;
    const number = fresh(name);
    numbers.set(name, number);
    return number;
  }
  return {
    count: () => names2.length,
    rule,
    fresh,
    define(number, body) {
      bodies[number] = body;
    },
    charClass: (ranges, negated2) => classes.index(escapeClass(ranges, negated2), (label3) => createClass(ranges, negated2, label3)),
    token: (token, negated2) => tokens.index(escapeToken(token, negated2), (label3) => ({ token, negated: negated2, label: label3 })),
    link() {
      const undefinedRules = findUndefined(bodies, names2);
      const lengths = bodies.map((body) => body.length);
      const code = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
      const starts = new Int32Array(bodies.length).fill(-1);
      let at = 0;
      bodies.forEach((body, number) => {
        starts[number] = at;
        code.set(body, at);
        at += body.length;
      });
      return {
        program: {
          code,
          starts,
          names: names2,
          root: numbers.get(rootName) ?? -1,
          classes: classes.all,
          tokens: tokens.all,
          expansionAt: createExpansions({ code, starts })
        },
        undefinedRules
      };
    }
  };
}
function createInterner() {
  const all2 = [];
  const indices = /* @__PURE__ */ new Map();
  return {
    all: all2,
    index(label3, create) {
      const known2 = indices.get(label3);
      if (known2 !== void 0) return known2;
      indices.set(label3, all2.length);
      return all2.push(create(label3)) - 1;
    }
  };
}
function createClass(ranges, negated2, label3) {
  const set = charSet(ranges);
  const ascii = Uint8Array.from({ length: 128 }, (_, point) => hasChar(set, point) ? 1 : 0);
  return { set, negated: negated2, ascii: negated2 ? ascii.map((has) => 1 - has) : ascii, label: label3 };
}
function findUndefined(bodies, names2) {
  const missing = /* @__PURE__ */ new Set();
  for (let number = 0; number < bodies.length; number++) {
    const body = bodies[number] ?? [];
    if (body.length === 0) missing.add(number);
    for (let i = 0; i < body.length; i += 2) {
      const target = body[i + 1] ?? 0;
      if (body[i] === Op.Rule && bodies[target] === void 0) missing.add(target);
    }
  }
  return [...missing].toSorted((a, b) => a - b).map((number) => names2[number] ?? "");
}

// src/gbnf/lower.ts
var maxRepetition = 2e3;
var maxCode = 16 * 1024 * 1024;
function lower(source) {
  const table = createProgramTable();
  const diagnostics = [];
  const repeated = [];
  let size = 0;
  let ruleName2 = "";
  function alternatives(list) {
    const out = [];
    list.forEach((items2, i) => {
      sequence2(items2, out);
      out.push(Op.End, i + 1 < list.length ? 1 : 0);
    });
    size += out.length;
    return out;
  }
  function sequence2(items2, out) {
    let last = out.length;
    let rules = 1;
    for (const item of items2) {
      if (item.kind === "repetition") {
        rules *= repetition(item, out, last, rules);
        continue;
      }
      last = out.length;
      rules = 1;
      if (item.kind === "group") {
        const before = table.count();
        const number = table.fresh(ruleName2);
        table.define(number, alternatives(item.alternatives));
        rules = table.count() - before;
        out.push(Op.Rule, number);
      } else terminal(item, out);
    }
  }
  function terminal(item, out) {
    switch (item.kind) {
      case "literal":
        for (const point of item.points) pushPoint(point, out);
        return;
      case "class":
        pushClass(item.ranges, item.negated, out);
        return;
      case "any":
        out.push(Op.Any, 0);
        return;
      case "token":
        out.push(Op.Token, table.token(item.token, item.negated));
        return;
      case "ref":
        out.push(Op.Rule, table.rule(item.name));
        return;
      default:
        assertNever(item);
    }
  }
  function pushClass(ranges, negated2, out) {
    const [only, second] = ranges;
    if (only === void 0) return;
    if (second === void 0 && only[0] === only[1] && !negated2) pushPoint(only[0], out);
    else out.push(Op.Class, table.charClass(ranges, negated2));
  }
  function repetition(item, out, last, rules) {
    const checked = checkRepetition(item, last < out.length, rules);
    for (const finding of checked.findings) report(finding, item.offset);
    if (checked.times === 0) return 1;
    unroll(out, last, item.min, checked.max, item.offset);
    return checked.times;
  }
  function report([code, message, hint], offset) {
    diagnostics.push(diagnose(code, message, { rule: ruleName2, offset, hint }));
  }
  function unroll(out, last, min, max, at) {
    const item = out.slice(last);
    const optional2 = max === null ? 1 : max - min;
    if (max === null || max > 1) noteRepeated(item, at);
    const grown2 = item.length * (min + optional2);
    if (size + grown2 > maxCode) {
      const hint = "give the repeated item a rule of its own";
      report(["gbnf-size-limit", `the grammar unrolls to more than ${maxCode} places`, hint], at);
      return;
    }
    size += grown2;
    if (min === 0) out.length = last;
    for (let i = 1; i < min; i++) for (const slot of item) out.push(slot);
    let next = -1;
    for (let i = 0; i < optional2; i++) {
      const number = table.fresh(ruleName2);
      const link = max === null ? number : next;
      const body = link < 0 ? item : [...item, Op.Rule, link];
      table.define(number, [...body, Op.End, 1, Op.End, 0]);
      next = number;
    }
    if (next >= 0) out.push(Op.Rule, next);
  }
  function noteRepeated(item, offset) {
    const rules = [];
    for (let i = 0; i < item.length; i += 2) {
      if (item[i] !== Op.Rule) return;
      rules.push(item[i + 1] ?? 0);
    }
    repeated.push({ rules, rule: ruleName2, offset });
  }
  for (const rule of source) {
    ruleName2 = rule.name;
    const number = table.rule(rule.name);
    table.define(number, alternatives(rule.alternatives));
  }
  return { ...table.link(), diagnostics, repeated };
}
function checkRepetition({ min, max }, hasItem, rules) {
  const refuse2 = (code, message, hint2) => ({
    findings: [[code, message, hint2]],
    times: 0,
    max
  });
  if (!hasItem) {
    return refuse2("gbnf-syntax", "there is nothing to repeat", "put the repetition behind an item");
  }
  if (min > maxRepetition) {
    const hint2 = "write a chain of rules with at most 1999 repetitions each";
    return refuse2("gbnf-repetition-limit", `the minimum ${min} is above 2000`, hint2);
  }
  if (max !== null && max >= 2 ** 64) {
    return refuse2("gbnf-bad-bounds", "the maximum does not fit in 64 bits", "leave it out");
  }
  const kept = max !== null && max > maxRepetition ? null : max;
  if (kept !== null && kept < min) {
    const hint2 = `write {${kept},${min}}; llama.cpp hangs on the other order`;
    return refuse2("gbnf-bad-bounds", `the maximum ${kept} is below the minimum ${min}`, hint2);
  }
  const times = kept !== null && kept > 0 ? kept : Math.max(1, min);
  if (rules * times >= maxRepetition) {
    const what = rules === 1 ? `${times} repetitions` : `${times} repetitions of ${rules} rules`;
    const hint2 = "give the repeated item a rule of its own, or repeat it less often";
    return refuse2("gbnf-repetition-limit", `${what} are too many: llama.cpp stops below 2000`, hint2);
  }
  if (kept === max) return { findings: [], times, max };
  const hint = "leave the maximum out, or write a chain of rules with at most 1999 repetitions each";
  const finding = ["gbnf-unbounded-maximum", `the maximum ${max} means no maximum`, hint];
  return { findings: [finding], times, max: kept };
}
function pushPoint(point, out) {
  out.push(Op.Point, point > MaxCodePoint ? -1 : point);
}

// src/gbnf/source.ts
function toSource(grammar) {
  return grammar.rules.map(({ name, expr }) => ({
    name,
    alternatives: alternativesOf(expr, { rule: name, depth: 0 }),
    offset: 0
  }));
}
var MaxExprDepth = 1e3;
function alternativesOf(expr, place) {
  if (expr.kind === "choice" && expr.alternatives.length > 0) {
    return expr.alternatives.flatMap((each) => alternativesOf(each, deeper(place)));
  }
  const items2 = itemsOf(expr, place);
  const [only] = items2;
  return items2.length === 1 && only?.kind === "group" ? only.alternatives : [items2];
}
function itemsOf(expr, place) {
  const offset = 0;
  switch (expr.kind) {
    case "literal": {
      const points = Array.from(expr.text, (char) => char.codePointAt(0) ?? 0);
      return points.length === 0 ? [] : [{ kind: "literal", points, offset }];
    }
    case "class":
      if (expr.ranges.length > 0) return [{ ...expr, offset }];
      return expr.negated ? [{ kind: "any", offset }] : [never];
    case "sequence": {
      const inside = deeper(place);
      return expr.items.flatMap((item) => itemsOf(item, inside));
    }
    case "choice": {
      if (expr.alternatives.length === 0) return [never];
      const alternatives = alternativesOf(expr, place);
      const [only] = alternatives;
      return alternatives.length === 1 && only !== void 0 ? only : [{ kind: "group", alternatives, offset }];
    }
    case "repeat": {
      const { min, max } = expr;
      return [repeatable(expr.item, deeper(place)), { kind: "repetition", min, max, offset }];
    }
    default:
      return [{ ...expr, offset }];
  }
}
var never = { kind: "class", ranges: [[98, 97]], negated: false, offset: 0 };
function repeatable(expr, place) {
  const alternatives = alternativesOf(expr, place);
  const [only] = alternatives;
  const [item] = only ?? [];
  const isOne2 = alternatives.length === 1 && only?.length === 1;
  return isOne2 && item !== void 0 ? item : { kind: "group", alternatives, offset: 0 };
}
function deeper({ rule, depth }) {
  if (depth >= MaxExprDepth) throw nestedTooDeeply(rule);
  return { rule, depth: depth + 1 };
}
function nestedTooDeeply(rule) {
  const hint = "give inner parts rules of their own";
  const message = `expressions are nested deeper than ${MaxExprDepth}`;
  return new GrammarError([diagnose("gbnf-size-limit", message, { rule, hint })]);
}

// src/gbnf/text-limits.ts
function checkTextLimits(text, limits) {
  const { maxLength = 4 * 1024 * 1024, maxDepth: maxDepth4 = 256 } = limits;
  if (text.length > maxLength) {
    const hint = "raise maxLength if the grammar is to be that long";
    const message = `the text has ${text.length} characters, more than ${maxLength}`;
    return diagnose("gbnf-size-limit", message, { hint });
  }
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') i = skip(text, i, '"');
    else if (char === "[") i = skip(text, i, "]");
    else if (char === "<") i = skipTo(text, i, ">");
    else if (char === "#") i = skipTo(text, i, "\n");
    else if (char === ")") depth--;
    else if (char === "(" && ++depth > maxDepth4) {
      const hint = "give inner parts rules of their own";
      const message = `parentheses go deeper than ${maxDepth4}`;
      return diagnose("gbnf-size-limit", message, { offset: i, hint });
    }
  }
  return null;
}
function findOpened(text) {
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    const start = i;
    if (char === '"') i = skip(text, i, '"');
    else if (char === "[") i = skip(text, i, "]");
    else if (char === "<") i = skipTo(text, i, ">");
    else if (char === "#") i = skipTo(text, i, "\n");
    if (i >= text.length && (char === '"' || char === "[")) return start;
  }
  return null;
}
function skip(text, from, closing) {
  let i = from + 1;
  while (i < text.length && text[i] !== closing) i += text[i] === "\\" ? 2 : 1;
  return i;
}
function skipTo(text, from, closing) {
  const end = text.indexOf(closing, from);
  return end < 0 ? text.length : end;
}

// src/gbnf/syntax-fault.ts
function syntaxFault(text, error) {
  const offset = error.location.start.offset;
  const expected = new Set((error.expected ?? []).map(describe2));
  const place = { expected, before: text.slice(0, offset), after: text.slice(offset) };
  const hint = hints.find((each) => each.when(place))?.hint;
  const isOpen2 = expected.has("text") || expected.has("a character");
  const opened = isOpen2 ? findOpened(text) : null;
  return diagnose("gbnf-syntax", explain(place), {
    offset,
    ...opened === null ? {} : { related: [`it begins at ${sayPlace(text, opened)}`] },
    ...hint === void 0 ? {} : { hint }
  });
}
function sayPlace(text, offset) {
  const { line, column } = lineAndColumn(text, offset);
  return `${line}:${column}`;
}
var items = ["a literal", "a class", "a group", "a rule name", "a token", "'.'"];
function explain({ expected, after }) {
  const found = foundText(after);
  if (expected.has("text"))
    return `the literal is not closed: expected a closing quote, found ${found}`;
  if (expected.has("a character")) return `the class is not closed: expected "]", found ${found}`;
  if (expected.has("an escape")) return `expected an escape behind the backslash, found ${found}`;
  const rest = [...expected].filter((each) => each !== "white space");
  const some = items.every((item) => expected.has(item)) ? ["an item", ...rest.filter((each) => !items.includes(each))] : rest;
  return `expected ${joinWords(some)}, found ${found}`;
}
var hints = [
  {
    when: ({ expected }) => expected.has("an escape"),
    hint: 'the escapes are \\n \\r \\t \\\\ \\" \\[ \\] \\- \\xHH \\uHHHH \\UHHHHHHHH'
  },
  {
    when: ({ before, after }) => before === "" && after.startsWith("\uFEFF"),
    hint: "remove the byte order mark"
  },
  {
    when: ({ before, after }) => /[A-Za-z0-9-]$/.test(before) && /^[_.]?\w|^\p{L}/u.test(after),
    hint: "rule names may hold letters, digits and '-'"
  },
  {
    when: ({ expected }) => expected.has("text") || expected.has("a character"),
    hint: 'inside a literal or a class write \\" and \\] for the characters that would close it'
  },
  {
    when: ({ expected, after }) => expected.has("a literal") && /^\p{L}/u.test(after),
    hint: "rule names may hold letters a-z and A-Z, digits and '-'"
  },
  {
    when: ({ expected, after }) => expected.has("a literal") && after.startsWith("/"),
    hint: "GBNF has no regular expressions: write literals, classes and repetitions"
  },
  {
    when: ({ before, after }) => before.endsWith("::=") && after.startsWith("="),
    hint: "write ::= between the name and the rule"
  },
  {
    when: ({ expected, after }) => expected.has("the end of the text") && /^[<"'][^\n]*::=/.test(after),
    hint: "write a rule's name without quotes or brackets"
  },
  { when: ({ after }) => after.startsWith("'"), hint: "write literals in double quotes" },
  {
    when: ({ expected }) => expected.has('"::="'),
    hint: "a rule begins with its name and ::=, on one line"
  },
  {
    when: ({ before, after }) => /\{\s*$/.test(before) && after.startsWith(","),
    hint: "write {0,n} for at most n"
  },
  {
    when: ({ before, expected, after }) => before !== "" && expected.has("the end of the text") && /^[|("[.<!]/.test(after),
    hint: 'a rule ends with its line: end the line with "|", or put parentheses around'
  },
  {
    when: ({ after }) => after.startsWith(";") || after.startsWith(","),
    hint: "items are separated by spaces and rules by lines, without punctuation"
  },
  {
    when: ({ expected, after }) => expected.has('")"') && after === "",
    hint: "close the parenthesis"
  },
  { when: ({ after }) => after.startsWith(")"), hint: "no parenthesis is open here" },
  { when: ({ before }) => before.endsWith("!"), hint: "write !<\u2026> without a space" },
  { when: ({ after }) => after.startsWith(":"), hint: "begin each rule on a line of its own" }
];
function describe2(expectation) {
  if (expectation.description !== void 0) return expectation.description;
  if (expectation.text !== void 0) return JSON.stringify(expectation.text);
  return expectation.type === "end" ? "the end of the text" : "a character";
}
function foundText(after) {
  const point = after.codePointAt(0);
  return point === void 0 ? "the end of the text" : quote(String.fromCodePoint(point));
}
function joinWords(words) {
  const last = words.at(-1) ?? "nothing";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

// src/gbnf/read.ts
function readGbnf(text, limits = {}) {
  const diagnostics = [];
  const locate = createLocator(text);
  const add = (found) => {
    for (const each of found) diagnostics.push(locate(each));
  };
  const source = readSource(text, limits);
  if (!Array.isArray(source)) return { ok: false, diagnostics: [locate(source)] };
  const offsets = new Map(source.map((rule) => [rule.name, rule.offset]));
  const mentions = new Map([...mentionsOf(source), ...offsets]);
  const { rules, diagnostics: surprises } = fromSource(source);
  const lowered = lower(source);
  add(lowered.diagnostics);
  if (!diagnostics.some(isError)) {
    add(checkProgram(lowered).map((each) => placeAtRule(each, mentions)));
  }
  add(surprises);
  diagnostics.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
  if (diagnostics.some(isError)) return { ok: false, diagnostics };
  return { ok: true, grammar: { rules }, program: lowered.program, offsets, diagnostics };
}
function compileGbnf(input) {
  if (typeof input === "string") {
    const reading = readGbnf(input);
    if (!reading.ok) throw new GrammarError(reading.diagnostics);
    return reading.program;
  }
  if ("code" in input) return input;
  const diagnostics = checkGbnf(input);
  if (diagnostics.some(isError)) throw new GrammarError(diagnostics);
  return lower(toSource(input)).program;
}
function checkGbnf(grammar) {
  const lowered = lower(toSource(grammar));
  const found = lowered.diagnostics.some(isError) ? [] : checkProgram(lowered);
  return [...lowered.diagnostics, ...found].map(withoutOffset);
}
function withoutOffset(diagnostic) {
  const { offset: _offset, ...rest } = diagnostic;
  return rest;
}
function readSource(text, limits) {
  const excess = checkTextLimits(text, limits);
  if (excess !== null) return excess;
  try {
    return peg$parse(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
  } catch (error) {
    if (error instanceof peg$SyntaxError) return syntaxFault(text, error);
    throw error;
  }
}
function isError(diagnostic) {
  return diagnostic.severity === "error";
}
function placeAtRule(diagnostic, offsets) {
  const offset = diagnostic.offset ?? offsets.get(diagnostic.rule ?? "");
  return offset === void 0 ? diagnostic : { ...diagnostic, offset };
}
function mentionsOf(source) {
  const mentions = /* @__PURE__ */ new Map();
  const visit = (alternatives) => {
    for (const item of alternatives.flat()) {
      if (item.kind === "group") visit(item.alternatives);
      else if (item.kind === "ref" && !mentions.has(item.name)) mentions.set(item.name, item.offset);
    }
  };
  for (const rule of source) visit(rule.alternatives);
  return mentions;
}
function createLocator(text) {
  const starts = [0];
  for (const { index } of text.matchAll(/\r\n|\n|\r/g))
    starts.push(index + (text.startsWith("\r\n", index) ? 2 : 1));
  return (diagnostic) => {
    const { offset } = diagnostic;
    if (offset === void 0) return diagnostic;
    const line = starts.findLastIndex((start) => start <= offset);
    return { ...diagnostic, line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

// src/gbnf/tokens.ts
function createTokenFinder(program) {
  const { code, tokens } = program;
  const names2 = tokens.map(({ token }) => token).filter((token) => typeof token === "string").toSorted((a, b) => b.length - a.length);
  const longest2 = names2[0]?.length ?? 0;
  function nameLength2(text, at, isWhole2) {
    const rest = text.slice(at, at + longest2);
    const isOpen2 = names2.some((name) => name.length > rest.length && name.startsWith(rest));
    if (isOpen2 && !isWhole2) return null;
    return names2.find((name) => rest.startsWith(name))?.length ?? 0;
  }
  return {
    hasTokens: tokens.length > 0,
    lengthAt(text, at, isWhole2) {
      const named = longest2 === 0 ? 0 : nameLength2(text, at, isWhole2);
      if (named !== 0) return named ?? 0;
      const point = text.codePointAt(at) ?? 0;
      if (point > 65535) return 2;
      const isFirstHalf = point >= 55296 && point <= 56319;
      return isFirstHalf && at + 1 === text.length ? 0 : 1;
    },
    isSame({ token, negated: negated2 }, id, text) {
      const isThis = typeof token === "string" ? token === text : token === id;
      return isThis !== negated2;
    },
    expectedWith: (text, places) => places.filter((place) => code[place] === Op.Token).map((place) => tokens[code[place + 1] ?? 0]).filter((token) => token !== void 0).filter(
      ({ token, negated: negated2 }) => !negated2 && typeof token === "string" && token.startsWith(text)
    ).map(({ label: label3 }) => ({ kind: "token", label: label3 }))
  };
}

// src/gbnf/accept.ts
function acceptGbnf(grammar, text, limits = {}) {
  const acceptor = createAcceptor(grammar, limits);
  acceptor.feed(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
  return acceptor.result();
}
function createAcceptor(grammar, limits = {}) {
  const program = compileGbnf(grammar);
  const { maxStacks = 65536, maxWork = 1e8 } = limits;
  const stacks = createStacks(program, maxStacks);
  const tokens = createTokenFinder(program);
  let held = "";
  let progress = {
    offset: 0,
    characters: 0,
    sum: 0,
    max: stacks.count(),
    settled: null
  };
  checkLimits();
  function read2(text, isWhole2) {
    let at = 0;
    while (at < text.length && progress.settled === null) {
      const length = tokens.lengthAt(text, at, isWhole2);
      if (length === 0) break;
      readToken(text, at, at + length, null);
      at += length;
      if (!isWhole2) stacks.collect();
    }
    return progress.settled === null ? text.slice(at) : "";
  }
  function readToken(text, start, end, id) {
    const reached = tokens.hasTokens ? readAsToken(text, start, end, id) : readPoints2(text, start, end);
    if (reached < end) {
      refuse2(
        progress.offset + reached - start,
        String.fromCodePoint(text.codePointAt(reached) ?? 0)
      );
      return;
    }
    const count = stacks.count();
    progress.offset += end - start;
    progress.characters++;
    progress.sum += count;
    if (count > progress.max) progress.max = count;
    checkLimits();
  }
  function readAsToken(text, start, end, id) {
    const before = stacks.save();
    const token = text.slice(start, end);
    const asOne = stacks.stepToken((wanted) => tokens.isSame(wanted, id, token)) ? stacks.save() : null;
    if (asOne !== null) stacks.restore(before);
    const reached = readPoints2(text, start, end);
    if (asOne === null) return reached;
    if (reached === end) stacks.add(asOne);
    else stacks.restore(asOne);
    return end;
  }
  function readPoints2(text, start, end) {
    let at = start;
    while (at < end) {
      const point = text.codePointAt(at) ?? 0;
      if (!stacks.step(isHalf(point) ? 65533 : point)) break;
      at += point > 65535 ? 2 : 1;
    }
    return at;
  }
  function refuse2(offset, found) {
    progress.settled = { kind: "refused", offset, expected: expected(), found, stacks: counts() };
  }
  function checkLimits() {
    if (stacks.work() <= maxWork) return;
    const { offset } = progress;
    progress.settled = { kind: "limited", code: "stack-limit", offset, stacks: counts() };
  }
  function counts() {
    const { characters, sum, max } = progress;
    return { average: characters === 0 ? stacks.count() : sum / characters, max };
  }
  function expected() {
    return expectedAt(program, stacks.tops(), stacks.hasEnd());
  }
  function verdict() {
    if (progress.settled !== null) return progress.settled;
    if (stacks.hasEnd()) return { kind: "complete", stacks: counts() };
    return { kind: "prefix", expected: expected(), stacks: counts() };
  }
  function trial() {
    const kept = { ...progress };
    const start = stacks.save();
    const beginning = tokens.expectedWith(held, stacks.tops());
    read2(held, true);
    const result = verdict();
    stacks.restore(start);
    progress = kept;
    if (result.kind !== "refused" || beginning.length === 0) return result;
    return { kind: "prefix", expected: beginning, stacks: result.stacks };
  }
  return {
    feed(text) {
      held = read2(held + text, false);
      return progress.settled === null;
    },
    feedToken(token) {
      read2(held, true);
      held = "";
      const { id, text } = token;
      if (progress.settled === null) readToken(text, 0, text.length, id);
      stacks.collect();
      return progress.settled === null;
    },
    result: () => held === "" ? verdict() : trial()
  };
}
function isHalf(point) {
  return point >= 55296 && point <= 57343;
}

// src/gbnf/simplify.ts
var never2 = { kind: "choice", alternatives: [] };
function isNever(expr) {
  return expr.kind === "choice" && expr.alternatives.length === 0;
}
function isNothing(expr) {
  return expr.kind === "sequence" && expr.items.length === 0 || expr.kind === "literal" && expr.text === "";
}
function itemsOf2(expr) {
  if (isNothing(expr)) return [];
  return expr.kind === "sequence" ? expr.items : [expr];
}
function alternativesOf2(expr) {
  return expr.kind === "choice" ? expr.alternatives : [expr];
}
function seq(items2) {
  const out = [];
  for (const item of items2) append(out, item);
  if (out.some(isNever)) return never2;
  return out.length === 0 ? nothing : sequence(out);
}
function append(out, item) {
  if (item.kind === "sequence") {
    for (const part of item.items) append(out, part);
    return;
  }
  if (isNothing(item)) return;
  const last = out[out.length - 1];
  const joined2 = last === void 0 ? null : joinNeighbours(last, item);
  if (joined2 === null) out.push(item);
  else out[out.length - 1] = joined2;
}
function joinNeighbours(left, right) {
  if (left.kind === "literal" && right.kind === "literal") return literal(left.text + right.text);
  return joinRepeats(left, right);
}
function alt(alternatives) {
  const full = [];
  let optional2 = false;
  for (const alternative of alternatives) {
    for (const each of alternativesOf2(alternative)) {
      if (isNothing(each)) optional2 = true;
      else full.push(each);
    }
  }
  const first = full[0];
  if (first === void 0) return optional2 ? nothing : never2;
  const body = full.length === 1 ? first : { kind: "choice", alternatives: full };
  return optional2 ? rep(body, 0, 1) : body;
}
function rep(item, min, max) {
  if (isNothing(item) || max === 0) return nothing;
  if (isNever(item)) return min === 0 ? nothing : never2;
  if (min === 1 && max === 1) return item;
  return item.kind === "repeat" ? joinNested(item, min, max) ?? repeat(item, min, max) : repeat(item, min, max);
}
function joinNested(inner, min, max) {
  const gapless = inner.min <= 1 || (inner.max === null ? min > 0 : min === max || (min + 1) * inner.min <= min * inner.max + 1);
  if (!gapless) return null;
  const most = inner.max === null || max === null ? null : inner.max * max;
  return repeat(inner.item, inner.min * min, most);
}
function joinRepeats(left, right) {
  if (left.kind !== "repeat" && right.kind !== "repeat") return null;
  const a = asRepeat(left);
  const b = asRepeat(right);
  if (!isSingleSymbol(a.item) || !isSame(a.item, b.item)) return null;
  return repeat(a.item, a.min + b.min, a.max === null || b.max === null ? null : a.max + b.max);
}
function isSame(a, b) {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if (a.kind === "ref" && b.kind === "ref") return a.name === b.name;
  if (a.kind === "literal" && b.kind === "literal") return a.text === b.text;
  return exprKey(a) === exprKey(b);
}
function asRepeat(expr) {
  return expr.kind === "repeat" ? expr : repeat(expr, 1, 1);
}
function isSingleSymbol(expr) {
  switch (expr.kind) {
    case "class":
    case "any":
    case "token":
    case "ref":
      return true;
    case "literal":
      return expr.text.length === ((expr.text.codePointAt(0) ?? 0) > 65535 ? 2 : 1);
    default:
      return false;
  }
}
var keys = /* @__PURE__ */ new WeakMap();
function exprKey(expr) {
  switch (expr.kind) {
    case "literal":
      return `'${expr.text.length}:${expr.text}`;
    case "ref":
      return `${expr.name} `;
    case "any":
      return ".";
    default: {
      let key = keys.get(expr);
      if (key === void 0) {
        key = compositeKey(expr);
        keys.set(expr, key);
      }
      return key;
    }
  }
}
function compositeKey(expr) {
  switch (expr.kind) {
    case "class":
      return `[${expr.negated ? "^" : ""}${expr.ranges.join(" ")}]`;
    case "token":
      return `<${expr.negated ? "!" : ""}${JSON.stringify(expr.token)}>`;
    case "sequence":
      return `(${expr.items.map(exprKey).join("")})`;
    case "choice":
      return `(${expr.alternatives.map(exprKey).join("|")}|)`;
    case "repeat":
      return `${exprKey(expr.item)}{${expr.min},${expr.max ?? ""}}`;
    default:
      return assertNever(expr);
  }
}
function rebuild(expr, replace) {
  const inner = (part) => rebuild(part, replace);
  switch (expr.kind) {
    case "ref":
      return replace(expr);
    case "sequence":
      return seq(expr.items.map(inner));
    case "choice":
      return alt(expr.alternatives.map(inner));
    case "repeat":
      return rep(inner(expr.item), expr.min, expr.max);
    default:
      return expr;
  }
}
function weightOf(expr) {
  switch (expr.kind) {
    case "sequence":
      return expr.items.reduce((sum, item) => sum + weightOf(item), 0);
    case "choice":
      return expr.alternatives.reduce((sum, item) => sum + weightOf(item), 0);
    case "repeat":
      return weightOf(expr.item);
    default:
      return 1;
  }
}

// src/peg/arena.ts
var SpaceSet = [9, 13, 32, 32];
var GapSet = [9, 10, 32, 32];
var GapMax = 32;
function nodeAt(arena, id) {
  const node = arena.nodes[id];
  if (node === void 0) throw new RangeError(`node ${id} is not in this arena`);
  return node;
}
function childrenOf2(node, view) {
  switch (node.kind) {
    case "ref":
      return [node.target];
    case "dual":
    case "schema":
      return [view === "grammar" ? node.strict : node.item];
    default:
      return partsOf(node);
  }
}
function partsOf(node) {
  switch (node.kind) {
    case "sequence":
    case "choice":
      return node.items;
    case "dual":
    case "schema":
      return [node.item, node.strict];
    case "repeat":
    case "peek":
    case "not":
    case "atomic":
    case "tag":
    case "rule":
    case "gbnf":
    case "recover":
    case "json":
    case "python":
      return [node.item];
    default:
      return [];
  }
}
function viewsOf({ nodes }) {
  const differs = nodes.some(
    ({ kind }) => kind === "dual" || kind === "schema" || kind === "recover"
  );
  return differs ? ["reading", "grammar"] : ["reading"];
}

// src/gbnf/expression.ts
var opening = `${rootName} ::= (
`;
function readExpression(text) {
  const reading = readGbnf(`${opening}${text}
)`);
  if (!reading.ok) {
    throw new GrammarError(
      reading.diagnostics.map(({ line, offset, ...rest }) => ({
        ...rest,
        ...offset === void 0 ? {} : { offset: Math.max(0, offset - opening.length) },
        ...line === void 0 ? {} : { line: line - 1 }
      }))
    );
  }
  const expr = reading.grammar.rules[0]?.expr ?? nothing;
  const [name] = refsOf(expr);
  if (name !== void 0) {
    const hint = "write the rule out in place of its name";
    throw new GrammarError([
      diagnose("gbnf-undefined-rule", `a GBNF expression names the rule "${name}"`, { hint })
    ]);
  }
  return expr;
}
function refsOf(expr) {
  const names2 = [];
  collectRefs(expr, names2);
  return names2;
}
function collectRefs(expr, names2) {
  if (expr.kind === "ref") names2.push(expr.name);
  else for (const child of childrenOf(expr)) collectRefs(child, names2);
}

// src/gbnf/rule-table.ts
function createRuleTable(freshName = createNamer()) {
  const bodies = /* @__PURE__ */ new Map();
  const untils = /* @__PURE__ */ new Map();
  const shared = /* @__PURE__ */ new Map();
  function once2(key, wanted, define) {
    let name = shared.get(key);
    if (name === void 0) {
      name = freshName(wanted);
      shared.set(key, name);
      define(name);
    }
    return ref(name);
  }
  return {
    bodies,
    untils,
    freshName,
    share: (wanted, body) => once2(exprKey(body), wanted, (name) => void bodies.set(name, body)),
    automaton: (until) => once2(automatonKey(until), automatonName(until), (name) => void untils.set(name, until))
  };
}
function automatonKey({ delimiters, exits, end }) {
  return JSON.stringify([delimiters, exits.map(exprKey), exprKey(end)]);
}
var namedDelimiters = 2;
var nameLength = 24;
function automatonName({ delimiters, exits, end }) {
  const stem = exits.every(isNever) ? "until" : isNever(end) ? "through" : "to";
  const meant = stem === "until" ? delimiters : delimiters.filter((_, i) => !isNever(exits[i] ?? end));
  const words = meant.map(toRuleName).filter((word) => word !== "rule");
  const named = [...new Set(words)].slice(0, namedDelimiters).map((word) => word.slice(0, nameLength));
  return named.length === 0 ? stem : `${stem}-${named.join("-or-")}`;
}

// src/gbnf/survey.ts
var sharedWeight = 8;
function surveyArena(arena, roots) {
  const { order, uses } = walk(arena, roots);
  const freshName = createNamer([rootName]);
  const names2 = /* @__PURE__ */ new Map();
  const families = /* @__PURE__ */ new Map();
  const own = roots.length === 1 ? roots[0] : void 0;
  for (const id of order) {
    const node = nodeAt(arena, id);
    if (node.kind !== "rule") continue;
    const isRoot = id === own && toRuleName(node.name) === rootName;
    names2.set(id, isRoot ? rootName : freshName(publicName(node.name, families)));
  }
  nameSharedNodes(arena, order, uses, names2, freshName);
  return { names: names2, freshName };
}
function printedChildren(node) {
  switch (node.kind) {
    case "peek":
    case "not":
    case "recover":
    case "gbnf":
      return [];
    default:
      return childrenOf2(node, "grammar");
  }
}
function walk(arena, roots) {
  const order = [];
  const uses = new Uint32Array(arena.nodes.length);
  const stack = roots.toReversed();
  for (let id = stack.pop(); id !== void 0; id = stack.pop()) {
    const count = (uses[id] ?? 0) + 1;
    uses[id] = count;
    if (count > 1) continue;
    order.push(id);
    const children = printedChildren(nodeAt(arena, id));
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== void 0) stack.push(child);
    }
  }
  return { order, uses };
}
function publicName(name, families) {
  const [, family, number, rest] = /^(permute):(\d+)-(.*)$/.exec(name) ?? [];
  if (family === void 0) return name;
  const key = `${family}:${number}`;
  const given = families.get(key) ?? families.size + 1;
  families.set(key, given);
  return `${family}-${given}-${rest}`;
}
function nameSharedNodes(arena, order, uses, names2, freshName) {
  const weights = new Uint8Array(arena.nodes.length);
  const weigh = (id) => {
    if (names2.has(id)) return 1;
    const known2 = weights[id] ?? 0;
    if (known2 !== 0) return known2;
    weights[id] = 1;
    let weight = 1;
    for (const child of printedChildren(nodeAt(arena, id))) weight += weigh(child);
    return weights[id] = Math.min(weight, sharedWeight + 1);
  };
  let enclosing = rootName;
  for (const id of order) {
    const name = names2.get(id);
    if (name !== void 0) enclosing = name;
    const node = nodeAt(arena, id);
    if ((uses[id] ?? 0) < 2 || name !== void 0 || node.kind === "ref") continue;
    if (weigh(id) <= sharedWeight) continue;
    names2.set(id, freshName(node.kind === "tag" ? node.tag : `${enclosing}-part`));
  }
}

// src/gbnf/trie.ts
function buildTrie(delimiters) {
  let count = 0;
  const createNode = (depth) => {
    return { id: count++, depth, children: /* @__PURE__ */ new Map(), word: null, fail: null };
  };
  const root = createNode(0);
  delimiters.forEach((delimiter, index) => addWord(root, delimiter, index, createNode));
  linkSuffixes(root);
  return root;
}
function addWord(root, text, index, createNode) {
  let node = root;
  for (const char of text) {
    if (node.word !== null) return;
    const point = char.codePointAt(0) ?? 0;
    let next = node.children.get(point);
    if (next === void 0) {
      next = createNode(node.depth + 1);
      node.children.set(point, next);
    }
    node = next;
  }
  if (node.word !== null) return;
  node.word = index;
  node.children.clear();
}
function linkSuffixes(root) {
  const queue = [root];
  for (const node of queue) {
    for (const [point, child] of node.children) {
      child.fail = node === root ? root : step(node.fail ?? root, point);
      queue.push(child);
    }
  }
}
function step(from, point) {
  for (let node = from; node !== null; node = node.fail) {
    const next = node.children.get(point);
    if (next !== void 0) return next;
    if (node.fail === null) return node;
  }
  return from;
}
function suffixesOf(node) {
  const chain = [];
  for (let at = node; at !== null; at = at.fail) chain.push(at);
  return chain;
}

// src/gbnf/until.ts
function untilOf(delimiters) {
  const sorted2 = sortDelimiters(delimiters);
  return { delimiters: sorted2, exits: sorted2.map(() => never2), end: nothing };
}
function throughOf(delimiters) {
  const sorted2 = sortDelimiters(delimiters);
  return { delimiters: sorted2, exits: sorted2.map(() => nothing), end: never2 };
}
function sortDelimiters(delimiters) {
  return [...new Set(delimiters)].toSorted((a, b) => a < b ? -1 : 1);
}
function expandUntil(table, name, until) {
  const root = buildTrie(until.delimiters);
  const names2 = /* @__PURE__ */ new Map();
  const waiting = [];
  const refTo = (state) => {
    const key = `${state.node.id}:${state.since}`;
    let given = names2.get(key);
    if (given === void 0) {
      given = names2.size === 0 ? name : table.freshName(`${name}-${names2.size}`);
      names2.set(key, given);
      waiting.push(state);
    }
    return ref(given);
  };
  refTo({ node: root, since: null });
  for (const state of waiting) {
    const body = state.since === null ? freeState(root, state.node, until, refTo) : boundState(state, until, refTo);
    table.bodies.set(refTo(state).name, body);
  }
}
function freeState(root, node, until, refTo) {
  const moves = /* @__PURE__ */ new Map();
  for (const suffix2 of suffixesOf(node)) {
    for (const point of suffix2.children.keys()) {
      if (!moves.has(point)) moves.set(point, arrive(step(node, point), null, until, refTo));
    }
  }
  const others = charClass(toRanges([...moves.keys()]), true);
  const away = seq([others, refTo({ node: root, since: null })]);
  return anyOf([away, ...printMoves(moves), until.end]);
}
function boundState({ node, since }, until, refTo) {
  const back = since ?? 0;
  const moves = /* @__PURE__ */ new Map();
  for (const suffix2 of suffixesOf(node)) {
    if (suffix2.depth <= back) break;
    for (const [point, next] of suffix2.children) {
      if (!moves.has(point)) moves.set(point, arrive(next, back + 1, until, refTo));
    }
  }
  return anyOf(printMoves(moves));
}
function anyOf(alternatives) {
  return choice(alternatives.filter((alternative) => !isNever(alternative)).flatMap(alternativesOf2));
}
function arrive(node, since, { exits }, refTo) {
  if (node.word !== null) return exits[node.word] ?? never2;
  const inner = suffixesOf(node).find((s) => s.word !== null && s.depth > (since ?? 0));
  if (inner === void 0) return refTo({ node, since });
  const exit = exits[inner.word ?? 0] ?? never2;
  return alt([exit, refTo({ node, since: inner.depth })]);
}
function printMoves(moves) {
  const groups = /* @__PURE__ */ new Map();
  for (const [point, target] of moves) {
    if (isNever(target)) continue;
    const group2 = groups.get(exprKey(target));
    if (group2 === void 0) groups.set(exprKey(target), { points: [point], target });
    else group2.points.push(point);
  }
  return [...groups.values()].map(({ points, target }) => {
    const only = points.length === 1 ? points[0] : void 0;
    const head = only === void 0 ? charClass(toRanges(points)) : literal(String.fromCodePoint(only));
    return seq([head, target]);
  });
}
function toRanges(points) {
  return charRanges(charSet(points.map((point) => [point, point])));
}

// src/gbnf/from-arena.ts
function rulesOfArena(arena, roots, tokens) {
  const survey = surveyArena(arena, roots);
  const table = createRuleTable(survey.freshName);
  const { exprOf, bodyOf } = createPrinter(arena, survey, table, tokens);
  for (const [id, name] of survey.names) table.bodies.set(name, bodyOf(id));
  return { table, exprOf };
}
function createPrinter(arena, survey, table, tokens) {
  const bodyOf = (id) => {
    const node = nodeAt(arena, id);
    const handler = handlers[node.kind];
    return handler(node, id);
  };
  const exprs = arena.nodes.map(() => void 0);
  const exprOf = (id) => {
    const known2 = exprs[id];
    if (known2 !== void 0) return known2;
    const name = survey.names.get(id);
    return exprs[id] = name === void 0 ? bodyOf(id) : ref(name);
  };
  let gap = null;
  const inside = ({ item }) => exprOf(item);
  const handlers = {
    start: none,
    end: none,
    eps: none,
    peek: none,
    not: none,
    cut: none,
    recover: () => never2,
    literal: ({ text }) => literal(text),
    token: ({ text }) => tokenOf(text, tokens),
    sequence: ({ items: items2 }) => seq(items2.map(exprOf)),
    choice: ({ items: items2 }) => alt(items2.map(exprOf)),
    repeat: ({ item, min, max }) => rep(exprOf(item), min, max),
    any: () => ({ kind: "any" }),
    rest: () => rep({ kind: "any" }, 0, null),
    chars: ({ set, min, max }) => rep(classOf(set), min, max),
    space: () => gap ??= table.share("space", rep(classOf(GapSet), 0, GapMax)),
    until: ({ delimiters }) => untilExpr(table, delimiters, tokens),
    through: ({ delimiters }) => throughExpr(table, delimiters, tokens),
    stringContent: (node) => rep(table.share(...stringChar(node)), 0, null),
    atomic: inside,
    tag: inside,
    json: inside,
    python: inside,
    rule: inside,
    ref: ({ target }) => exprOf(target),
    dual: ({ strict }) => exprOf(strict),
    schema: ({ strict }) => exprOf(strict),
    gbnf: ({ text }) => rebuild(readExpression(text), (used) => used)
  };
  return { exprOf, bodyOf };
}
var none = () => nothing;
function classOf(set) {
  if (set.length === 0) return never2;
  if (set.length === 2 && set[0] === set[1]) return literal(String.fromCodePoint(set[0] ?? 0));
  if (!hasChar(set, MaxCodePoint)) return charClass(charRanges(set));
  const out = charRanges(complement(set)).filter(([lo, hi]) => lo < 55296 || hi > 57343);
  return out.length === 0 ? { kind: "any" } : charClass(out, true);
}
function tokenOf(text, tokens) {
  const token = tokenName(text, tokens);
  return token === null ? literal(text) : { kind: "token", token, negated: false };
}
function tokenName(text, tokens) {
  if (tokens === "literal") return null;
  if (tokens === "text") return isTokenText(text) ? text : null;
  return Object.hasOwn(tokens, text) ? tokens[text] ?? null : null;
}
function untilExpr(table, delimiters, tokens) {
  const token = onlyToken(delimiters, tokens);
  if (token !== null) return rep({ kind: "token", token, negated: true }, 0, null);
  return table.automaton(untilOf(delimiters.map(({ text }) => text)));
}
function throughExpr(table, delimiters, tokens) {
  const token = onlyToken(delimiters, tokens);
  if (token === null) return table.automaton(throughOf(delimiters.map(({ text }) => text)));
  return seq([
    rep({ kind: "token", token, negated: true }, 0, null),
    { kind: "token", token, negated: false }
  ]);
}
function onlyToken(delimiters, tokens) {
  const [only, second] = delimiters;
  return only?.token === true && second === void 0 ? tokenName(only.text, tokens) : null;
}
function stringChar({ quote: quote2, flavour }) {
  const json = flavour === "json";
  const controls3 = json ? [0, 31] : [10, 10, 13, 13];
  const point = quote2.charCodeAt(0);
  const plain2 = charClass(charRanges([...controls3, point, point, 92, 92]), true);
  const escapes2 = json ? [oneOf('"/\\bfnrt'), escape("u", 4)] : [oneOf(`
"'0\\abfnrtv`), escape("x", 2), escape("u", 4), escape("U", 8)];
  const name = `${flavour}-${quote2 === '"' ? "" : "single-"}char`;
  return [name, alt([plain2, seq([literal("\\"), alt(escapes2)])])];
}
function oneOf(chars) {
  return charClass(Array.from(chars, (char) => [char.charCodeAt(0), char.charCodeAt(0)]));
}
function escape(letter, digits2) {
  const hex3 = charClass(charRanges([48, 57, 65, 70, 97, 102]));
  return seq([literal(letter), rep(hex3, digits2, digits2)]);
}

// src/gbnf/heads.ts
var maxDepth = 8;
var maxCopied = 2;
function headOf({ table, finished }, name, depth = 0) {
  const body = table.bodies.get(name);
  if (body === void 0 || !finished.has(name)) return "";
  const first = itemsOf2(body)[0];
  if (first?.kind === "literal") return first.text;
  return first?.kind === "ref" && depth < maxDepth ? headOf({ table, finished }, first.name, depth + 1) : "";
}
function openRule(shop, name) {
  const { table } = shop;
  const items2 = itemsOf2(table.bodies.get(name) ?? never2);
  const [first, ...tail] = items2;
  if (first === void 0) return items2;
  const rest = shareTail(shop, name, seq(tail));
  if (first.kind === "ref") return [...openRule(shop, first.name), ...itemsOf2(rest)];
  if (rest.kind === "ref") table.bodies.set(name, seq([first, rest]));
  return [first, ...itemsOf2(rest)];
}
function shareTail(shop, owner, tail) {
  if (weightOf(tail) <= maxCopied) return tail;
  return shareRule(shop, `${owner.replace(/-rest(-\d+)?$/, "")}-rest`, tail);
}
function shareRule({ table, finished }, wanted, body) {
  const rule = table.share(wanted, body);
  finished.add(rule.name);
  return rule;
}

// src/gbnf/factor.ts
var maxNesting = 12;
function factorChoice(shop, owner, alternatives) {
  return factor({ shop, owner }, alternatives, 0);
}
function factor(work, alternatives, depth) {
  const groups = /* @__PURE__ */ new Map();
  for (const alternative of alternatives) {
    const key = headKey(work.shop, firstOf(alternative));
    const group2 = groups.get(key);
    if (group2 === void 0) groups.set(key, [alternative]);
    else group2.push(alternative);
  }
  const parts = groups.size === alternatives.length ? alternatives : Array.from(groups.values(), (group2) => factorGroup(work, group2, depth));
  const body = alt(joinClasses(parts));
  if (depth === 0 || depth % maxNesting !== 0 || body.kind !== "choice") return body;
  return shareRule(work.shop, `${work.owner}-part`, body);
}
function headKey(shop, first) {
  if (first === void 0) return "";
  const text = first.kind === "literal" ? first.text : first.kind === "ref" ? headOf(shop, first.name) : "";
  return text.codePointAt(0) ?? (first.kind === "ref" ? first.name : exprKey(first));
}
function factorGroup(work, group2, depth) {
  const [only, other] = group2;
  const first = only === void 0 ? void 0 : firstOf(only);
  if (only === void 0 || first === void 0) return nothing;
  if (other === void 0) return only;
  const items2 = group2.map(itemsOf2);
  if (first.kind !== "literal" && items2.every(([head]) => head !== void 0 && isSame(head, first))) {
    const tails = items2.map((each) => sequence(each.slice(1)));
    return seq([first, factor(work, tails, depth + 1)]);
  }
  const opened = items2.map((each) => openHead(work.shop, each));
  const prefix2 = commonPrefix(opened.map((each) => textOf(each[0])));
  const rests = opened.map(
    (each) => seq([literal(textOf(each[0]).slice(prefix2.length)), ...each.slice(1)])
  );
  return seq([literal(prefix2), factor(work, rests, depth + 1)]);
}
function firstOf(expr) {
  return expr.kind === "sequence" ? expr.items[0] : isNothing(expr) ? void 0 : expr;
}
function openHead(shop, items2) {
  const [first, ...tail] = items2;
  return first?.kind === "ref" ? [...openRule(shop, first.name), ...tail] : items2;
}
function textOf(expr) {
  return expr?.kind === "literal" ? expr.text : "";
}
function commonPrefix(texts) {
  const [first = "", ...others] = texts;
  let length = first.length;
  for (const text of others) {
    let at = 0;
    while (at < length && text[at] === first[at]) at++;
    length = at;
  }
  const last = first.charCodeAt(length - 1);
  return first.slice(0, last >= 55296 && last < 56320 ? length - 1 : length);
}
function joinClasses(parts) {
  const groups = /* @__PURE__ */ new Map();
  const kept = [];
  for (const part of parts) {
    const character = splitCharacter(part);
    const key = character === null ? "" : exprKey(character.tail);
    const group2 = character === null ? void 0 : groups.get(key);
    if (character !== null && group2 !== void 0) {
      for (const range of character.ranges) group2.ranges.push(range);
      group2.isJoined = true;
      continue;
    }
    if (character !== null) {
      const { ranges, tail } = character;
      groups.set(key, { place: kept.length, ranges: [...ranges], tail, isJoined: false });
    }
    kept.push(part);
  }
  for (const { place, ranges, tail, isJoined: isJoined2 } of groups.values()) {
    if (isJoined2) kept[place] = seq([charClass(charRanges(charSet(ranges))), tail]);
  }
  return kept;
}
function splitCharacter(part) {
  const head = firstOf(part);
  if (part.kind === "sequence" && part.items.length > 2) return null;
  const next = (part.kind === "sequence" ? part.items[1] : void 0) ?? nothing;
  if (head?.kind === "class") return head.negated ? null : { ranges: head.ranges, tail: next };
  if (head?.kind !== "literal") return null;
  const point = head.text.codePointAt(0) ?? 0;
  const rest = head.text.slice(point > 65535 ? 2 : 1);
  if (rest !== "" && next !== nothing) return null;
  return { ranges: [[point, point]], tail: rest === "" ? next : literal(rest) };
}

// src/gbnf/repeat.ts
var maxCount = 1999;
var blockSize = 1e3;
var maxInline = 16;
function boundRepeats(table, owner, expr) {
  const inner = (part) => boundRepeats(table, owner, part);
  switch (expr.kind) {
    case "sequence": {
      const items2 = mapChanged(expr.items, inner);
      return items2 === expr.items ? expr : sequence(items2.flatMap(itemsOf2));
    }
    case "choice": {
      const alternatives = mapChanged(expr.alternatives, inner);
      return alternatives === expr.alternatives ? expr : choice(alternatives.flatMap(alternativesOf2));
    }
    case "repeat": {
      const item = namedItem(table, owner, expr);
      if (isSingleSymbol(item) && item === expr.item && isSmall(expr)) return expr;
      const counter = { table, owner };
      return countOf(counter, isSingleSymbol(item) ? item : inner(item), expr.min, expr.max);
    }
    default:
      return expr;
  }
}
function namedItem(table, owner, { item, min, max }) {
  if (isSingleSymbol(item)) return item;
  const once2 = min <= 1 && (max === null || max <= 1);
  if (once2 && symbolsOf(item) <= maxInline) return item;
  return table.share(`${owner}-${max === 1 ? "option" : "item"}`, item);
}
function symbolsOf(expr) {
  switch (expr.kind) {
    case "literal":
      return expr.text.length;
    case "sequence":
      return expr.items.reduce((sum, item) => sum + symbolsOf(item), 0);
    case "choice":
      return expr.alternatives.reduce((sum, item) => sum + symbolsOf(item), 1);
    case "repeat":
      return symbolsOf(expr.item) + (expr.max ?? expr.min + 1);
    default:
      return 1;
  }
}
function isSmall({ min, max }) {
  return Math.max(min, max ?? 0) <= maxCount;
}
function countOf(counter, item, min, max) {
  if (isSmall({ min, max })) return repeat(item, min, max);
  const more = max === null ? repeat(item, 0, null) : atMost(counter, item, max - min);
  return sequence([exactly(counter, item, min), more].flatMap(itemsOf2));
}
function atMost(counter, item, count) {
  if (count === 0) return nothing;
  if (count <= maxCount) return repeat(item, 0, count);
  const blocks = Math.floor(count / blockSize);
  const block = blockOf(counter, item);
  const fewer = [atMost(counter, block, blocks - 1), repeat(item, 0, blockSize - 1)];
  const all2 = [exactly(counter, block, blocks), atMost(counter, item, count % blockSize)];
  return choice([fewer, all2].map((items2) => sequence(items2.flatMap(itemsOf2))));
}
function exactly(counter, item, count) {
  if (count === 0) return nothing;
  if (count === 1) return item;
  if (count <= maxCount) return repeat(item, count, count);
  const blocks = exactly(counter, blockOf(counter, item), Math.floor(count / blockSize));
  const left = exactly(counter, item, count % blockSize);
  return sequence([blocks, left].flatMap(itemsOf2));
}
function blockOf({ table, owner }, item) {
  return table.share(`${owner}-${blockSize}`, repeat(item, blockSize, blockSize));
}

// src/gbnf/finish.ts
function finishGrammar(table) {
  const reached = reachRules(table, (name) => {
    const until = table.untils.get(name);
    if (until !== void 0 && !table.bodies.has(name)) expandUntil(table, name, until);
  });
  dropImpossible(table, reached);
  const order = reachRules(table, (name) => {
    const body = table.bodies.get(name);
    if (body !== void 0) table.bodies.set(name, boundRepeats(table, name, body));
  });
  return { rules: order.flatMap((name) => ruleOf(table, name)) };
}
function ruleOf(table, name) {
  const body = table.bodies.get(name);
  if (body === void 0) return [];
  return [{ name, expr: isNever(body) ? charClass([]) : body }];
}
function reachRules(table, prepare) {
  const seen = /* @__PURE__ */ new Set();
  const stack = [rootName];
  for (let name = stack.pop(); name !== void 0; name = stack.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    prepare(name);
    const body = table.bodies.get(name);
    if (body !== void 0) for (const used of refsOf(body).toReversed()) stack.push(used);
  }
  return [...seen];
}
function dropImpossible(table, names2) {
  const possible = /* @__PURE__ */ new Set();
  const isDefined2 = (name) => table.bodies.has(name);
  let open = names2.filter(isDefined2);
  for (let before = -1; before !== open.length; ) {
    before = open.length;
    for (const name of open.toReversed()) {
      const body = table.bodies.get(name) ?? never2;
      if (canMatch(body, (used) => possible.has(used) || !isDefined2(used))) possible.add(name);
    }
    open = open.filter((name) => !possible.has(name));
  }
  if (open.length === 0) return;
  const dropped = new Set(open);
  for (const name of names2) {
    const body = table.bodies.get(name);
    if (body === void 0) continue;
    const left = rebuild(body, (used) => dropped.has(used.name) ? never2 : used);
    table.bodies.set(name, left);
  }
}
function canMatch(expr, isPossible2) {
  switch (expr.kind) {
    case "ref":
      return isPossible2(expr.name);
    case "sequence":
      return expr.items.every((item) => canMatch(item, isPossible2));
    case "choice":
      return expr.alternatives.some((alternative) => canMatch(alternative, isPossible2));
    case "repeat":
      return expr.min === 0 || canMatch(expr.item, isPossible2);
    default:
      return true;
  }
}

// src/gbnf/cut-head.ts
var maxDepth2 = 8;
function cutHead(shop, owner, expr, delimiters) {
  const cutter = { shop, owner, delimiters, depth: 0 };
  return cut(cutter, expr);
}
function cut(cutter, expr) {
  switch (expr.kind) {
    case "literal":
      return cutLiteral(cutter, expr.text);
    case "choice": {
      const cuts = expr.alternatives.map((alternative) => cut(cutter, alternative));
      if (cuts.every((c) => c === null)) return null;
      return cuts.map((c, i) => c ?? uncut(cutter, expr.alternatives[i] ?? never2)).reduce(unite);
    }
    case "repeat": {
      const { item, min, max } = expr;
      const more = rep(item, Math.max(0, min - 1), max === null ? null : max - 1);
      const first = cutSequence(cutter, [item, more]);
      return first === null || min > 0 ? first : { ...first, end: alt([first.end, nothing]) };
    }
    case "sequence":
      return cutSequence(cutter, expr.items);
    case "ref":
      return cutRule(cutter, expr);
    default:
      return null;
  }
}
function cutLiteral({ delimiters }, text) {
  const at = delimiters.findIndex((delimiter) => text.startsWith(delimiter));
  if (at < 0) return null;
  const rest = { kind: "literal", text: text.slice(delimiters[at]?.length) };
  return { exits: delimiters.map((_, i) => i === at ? rest : never2), end: never2 };
}
function cutRule(cutter, rule) {
  const { shop, depth } = cutter;
  if (depth === maxDepth2 || !shop.finished.has(rule.name)) return null;
  const inner = { ...cutter, owner: rule.name, depth: depth + 1 };
  if (headOf(shop, rule.name) !== "") return cutSequence(inner, openRule(shop, rule.name));
  return cut(inner, shop.table.bodies.get(rule.name) ?? never2);
}
function cutSequence(cutter, [first, ...others]) {
  if (first === void 0) return null;
  const split = first.kind === "literal" ? cutShortLiteral(cutter, first.text, others) : null;
  if (split !== null) return split;
  const here = cut(cutter, first) ?? uncut(cutter, first);
  const { full, mayBeEmpty } = splitEmpty(here.end);
  const rest = shareTail(cutter.shop, cutter.owner, seq(others));
  const later = mayBeEmpty ? cut(cutter, rest) : null;
  if (later === null && here.exits.every(isNever)) return null;
  const followed = (expr) => seq([expr, rest]);
  const cutHere = { exits: here.exits.map(followed), end: followed(full) };
  return mayBeEmpty ? unite(cutHere, later ?? uncut(cutter, rest)) : cutHere;
}
function cutShortLiteral(cutter, text, others) {
  const { delimiters } = cutter;
  const begun = delimiters.filter((d) => d.length > text.length && d.startsWith(text));
  if (begun.length === 0) return null;
  const rest = cut({ ...cutter, delimiters: begun.map((d) => d.slice(text.length)) }, seq(others));
  if (rest === null) return null;
  const exits = delimiters.map((d) => rest.exits[begun.indexOf(d)] ?? never2);
  return { exits, end: seq([{ kind: "literal", text }, rest.end]) };
}
function uncut({ delimiters }, expr) {
  return { exits: delimiters.map(() => never2), end: expr };
}
function unite(a, b) {
  return {
    exits: a.exits.map((exit, i) => alt([exit, b.exits[i] ?? never2])),
    end: alt([a.end, b.end])
  };
}
function splitEmpty(expr) {
  if (isNothing(expr)) return { full: never2, mayBeEmpty: true };
  if (expr.kind !== "repeat" || expr.min > 0) return { full: expr, mayBeEmpty: false };
  const { item, max } = expr;
  return { full: max === 1 ? item : repeat(item, 1, max), mayBeEmpty: true };
}

// src/gbnf/join-until.ts
function joinUntils(shop, owner, items2) {
  let tail = nothing;
  let behind = items2.length;
  for (let i = items2.length - 1; i >= 0; i--) {
    const until = plainUntil(shop, items2[i]);
    if (until === void 0) continue;
    tail = seq([...items2.slice(i + 1, behind), tail]);
    behind = i + 1;
    const whole = joined(shop, owner, until, tail);
    if (whole === null) continue;
    tail = whole;
    behind = i;
  }
  return seq([...items2.slice(0, behind), tail]);
}
function hasUntil(shop, items2) {
  return shop.table.untils.size > 0 && items2.some((item) => plainUntil(shop, item) !== void 0);
}
function plainUntil({ table, finished }, item) {
  if (item?.kind !== "ref") return void 0;
  const body = finished.has(item.name) ? table.bodies.get(item.name) : void 0;
  const until = table.untils.get(body?.kind === "ref" ? body.name : item.name);
  return until?.exits.every(isNever) === true ? until : void 0;
}
function joined(shop, owner, until, tail) {
  const { delimiters } = until;
  const head = cutHead(shop, owner, tail, delimiters);
  if (head === null) return null;
  const possible = head.exits.filter((exit2) => !isNever(exit2));
  const [exit] = possible;
  if (exit !== void 0 && isNever(head.end) && allEqual(possible)) {
    const exits2 = head.exits.map((e) => isNever(e) ? never2 : nothing);
    return seq([shop.table.automaton({ delimiters, exits: exits2, end: never2 }), exit]);
  }
  const exits = head.exits.map((e) => shareTail(shop, owner, e));
  return shop.table.automaton({ delimiters, exits, end: shareTail(shop, owner, head.end) });
}
function allEqual(exprs) {
  return new Set(exprs.map(exprKey)).size === 1;
}

// src/gbnf/optimise.ts
function optimiseTable(table) {
  const shop = { table, finished: /* @__PURE__ */ new Set() };
  for (const name of calleesFirst(table)) {
    const body = table.bodies.get(name);
    if (body !== void 0) table.bodies.set(name, optimiseExpr(shop, name, body));
    shop.finished.add(name);
  }
  return finishGrammar(table);
}
function optimiseExpr(shop, owner, expr) {
  const inner = (part) => optimiseExpr(shop, owner, part);
  switch (expr.kind) {
    case "sequence": {
      const items2 = mapChanged(expr.items, inner);
      if (items2 === expr.items && !hasUntil(shop, items2)) return expr;
      return joinUntils(shop, owner, items2);
    }
    case "choice": {
      const alternatives = mapChanged(expr.alternatives, inner);
      return factorChoice(shop, owner, alternatives.flatMap(alternativesOf2));
    }
    case "repeat": {
      const item = inner(expr.item);
      return item === expr.item ? expr : rep(item, expr.min, expr.max);
    }
    default:
      return expr;
  }
}
function calleesFirst(table) {
  const order = /* @__PURE__ */ new Set();
  const seen = /* @__PURE__ */ new Set();
  const stack = [rootName];
  for (let name = stack.at(-1); name !== void 0; name = stack.at(-1)) {
    if (seen.has(name)) {
      stack.pop();
      order.add(name);
      continue;
    }
    seen.add(name);
    const body = table.bodies.get(name);
    const used = body === void 0 ? [] : refsOf(body);
    for (const other of used.toReversed()) if (!seen.has(other)) stack.push(other);
  }
  return order;
}

// src/gbnf/print.ts
function printGbnf(grammar) {
  let out = "";
  for (const { name, expr } of grammar.rules) out += `${name} ::= ${printBody(expr, 0, name)}
`;
  return out;
}
function printBody(expr, depth, rule) {
  const bare = bareOf(expr, depth, rule);
  if (!isChoice(bare)) return printItem(bare, depth, rule) || '""';
  return bare.alternatives.map((each) => printBody(each, depth + 1, rule)).join(" | ");
}
function printItem(expr, depth, rule) {
  const bare = bareOf(expr, depth, rule);
  switch (bare.kind) {
    case "literal":
      return bare.text === "" ? "" : escapeLiteral(bare.text);
    case "class":
      return escapeClass(bare.ranges, bare.negated);
    case "any":
      return ".";
    case "token":
      return escapeToken(bare.token, bare.negated);
    case "ref":
      return bare.name;
    case "sequence":
      return printItems(bare.items, depth + 1, rule);
    case "choice":
      return isChoice(bare) ? `(${printBody(bare, depth, rule)})` : escapeClass([], false);
    case "repeat":
      return `${printRepeated(bare.item, depth + 1, rule)}${printBounds(bare.min, bare.max)}`;
    default:
      return assertNever(bare);
  }
}
function printItems(items2, depth, rule) {
  let out = "";
  for (const item of items2) {
    const text = printItem(item, depth, rule);
    if (text !== "") out += out === "" ? text : ` ${text}`;
  }
  return out;
}
function printRepeated(expr, depth, rule) {
  const bare = bareOf(expr, depth, rule);
  const isOne2 = bare.kind !== "sequence" && bare.kind !== "repeat" && !isBlank(bare, depth, rule);
  return isOne2 ? printItem(bare, depth, rule) : `(${printBody(bare, depth, rule)})`;
}
function printBounds(min, max) {
  if (max === null) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
function bareOf(expr, depth, rule) {
  if (depth > MaxExprDepth) throw nestedTooDeeply(rule);
  let only = null;
  if (expr.kind === "sequence") only = onlyItem(expr.items, depth + 1, rule);
  else if (expr.kind === "choice" && expr.alternatives.length === 1) only = expr.alternatives[0] ?? null;
  return only === null ? expr : bareOf(only, depth + 1, rule);
}
function onlyItem(items2, depth, rule) {
  let only = null;
  for (const item of items2) {
    if (isBlank(item, depth, rule)) continue;
    if (only !== null) return null;
    only = item;
  }
  return only;
}
function isBlank(expr, depth, rule) {
  if (depth > MaxExprDepth) throw nestedTooDeeply(rule);
  switch (expr.kind) {
    case "literal":
      return expr.text === "";
    case "sequence":
      return expr.items.every((item) => isBlank(item, depth + 1, rule));
    case "choice": {
      const [only, other] = expr.alternatives;
      return only !== void 0 && other === void 0 && isBlank(only, depth + 1, rule);
    }
    default:
      return false;
  }
}
function isChoice(expr) {
  return expr.kind === "choice" && expr.alternatives.length > 0;
}

// src/gbnf/emit.ts
function emitGbnf(arena, options = {}) {
  return emitFrom(arena, [arena.root], options);
}
function emitFrom(arena, roots, { tokens = "literal" }) {
  const { table, exprOf } = rulesOfArena(arena, roots, tokens);
  if (!table.bodies.has(rootName)) table.bodies.set(rootName, alt(roots.map(exprOf)));
  const grammar = optimiseTable(table);
  return {
    gbnf: printGbnf(grammar),
    grammar,
    // An arena finds its warnings when they are asked for, which takes longer than printing it.
    get warnings() {
      return arena.warnings.filter(({ code }) => code.startsWith("gbnf-lossy-"));
    }
  };
}

// src/gbnf/random.ts
function createRandom(seed2) {
  let state = seed2 >>> 0;
  function next() {
    state = state + 2654435769 >>> 0;
    let mixed = Math.imul(state ^ state >>> 16, 569420461);
    mixed = Math.imul(mixed ^ mixed >>> 15, 1935289751);
    return (mixed ^ mixed >>> 15) >>> 0;
  }
  return {
    below: (bound2) => Math.floor(next() / 2 ** 32 * bound2),
    chance: (probability) => next() / 2 ** 32 < probability
  };
}

// src/gbnf/sample-class.ts
var writable = complement(
  charSet([
    [0, 0],
    [55296, 57343]
  ])
);
var printable = charSet([[32, 126]]);
var notable = [
  1,
  9,
  10,
  13,
  27,
  127,
  128,
  133,
  160,
  233,
  2047,
  2048,
  8232,
  12354,
  20013,
  55295,
  57344,
  65533,
  65535,
  65536,
  128512,
  1114111
];
function sampleClass(entry) {
  const whole = entry === null ? writable : entry.negated ? complement(entry.set) : entry.set;
  const set = intersect(whole, writable);
  return {
    // A class of nothing but U+0000 is better written than left out.
    all: charRanges(set.length === 0 && hasChar(whole, 0) ? [0, 0] : set),
    printable: charRanges(intersect(set, printable)),
    notable: notable.filter((point) => hasChar(set, point))
  };
}
function pickPoint({ all: all2, printable: plain2, notable: odd }, random) {
  if (plain2.length > 0 && random.chance(0.6)) return pickInside(plain2, random);
  if (odd.length > 0 && random.chance(0.4)) return odd[random.below(odd.length)] ?? 0;
  if (random.chance(0.5)) return pickInside(all2, random);
  const [from, to] = all2[random.below(all2.length)] ?? [0, 0];
  return random.chance(0.5) ? from : to;
}
function pickInside(ranges, random) {
  const [from, to] = ranges[random.below(ranges.length)] ?? [0, 0];
  return from + random.below(to - from + 1);
}

// src/gbnf/shortest.ts
var ruleCost = 2 ** -20;
function shortestFrom(program, terminalCost) {
  const { code, starts } = program;
  const rules = new Float64Array(starts.length).fill(Infinity);
  const users = findUsers(program);
  const todo = Array.from(starts.keys());
  const isQueued = new Uint8Array(starts.length).fill(1);
  for (const rule of todo) {
    isQueued[rule] = 0;
    const least = ruleLength(rule);
    if (least >= rules[rule]) continue;
    rules[rule] = least;
    for (const user of users[rule]) {
      if (isQueued[user] === 0) todo.push(user);
      isQueued[user] = 1;
    }
  }
  function ruleLength(rule) {
    return alternativesAt(program, rule).map(alternativeCost).reduce((least, each) => Math.min(least, each), Infinity);
  }
  function cost(place) {
    if (code[place] !== Op.Rule) return terminalCost(place);
    return ruleCost + rules[code[place + 1]];
  }
  function alternativeCost(start) {
    let sum = 0;
    for (let at = start; code[at] !== Op.End && sum < Infinity; at += 2) sum += cost(at);
    return sum;
  }
  const from = new Float64Array(code.length);
  for (let at = code.length - 2; at >= 0; at -= 2) {
    from[at] = code[at] === Op.End ? 0 : cost(at) + from[at + 2];
  }
  return from;
}
function findUsers(program) {
  const { code, starts } = program;
  const users = Array.from(starts, () => /* @__PURE__ */ new Set());
  starts.forEach((start, rule) => {
    for (let at = start; code[at] !== Op.End || code[at + 1] === 1; at += 2) {
      if (code[at] === Op.Rule) users[code[at + 1]].add(rule);
    }
  });
  return users.map((each) => [...each]);
}

// src/gbnf/sample.ts
function sampleMany(grammar, count, options = {}) {
  const sample = createSampler(compileGbnf(grammar), options);
  return Array.from({ length: count }, sample);
}
function createSampler(program, options) {
  const { code, classes, tokens, root } = program;
  const { seed: seed2 = 1, maxLength = 200, tokenText = () => void 0 } = options;
  const random = createRandom(seed2);
  const anything2 = sampleClass(null);
  const members = classes.map(sampleClass);
  const texts = tokens.map(
    ({ token, negated: negated2 }) => negated2 ? "" : typeof token === "string" ? token : tokenText(token)
  );
  const shortest = shortestFrom(program, terminalLength);
  const choose = createChooser(program, shortest, random);
  function terminalLength(place) {
    const argument = code[place + 1] ?? 0;
    switch (code[place]) {
      case Op.Point:
        return argument < 0 || isHalf2(argument) ? Infinity : 1;
      case Op.Class:
        return members[argument]?.all.length === 0 ? Infinity : 1;
      case Op.Token: {
        const text = texts[argument];
        return text === void 0 ? Infinity : Math.max(1, text.length);
      }
      default:
        return 1;
    }
  }
  function terminalText(place) {
    const argument = code[place + 1] ?? 0;
    if (code[place] === Op.Point) return String.fromCodePoint(argument);
    const text = code[place] === Op.Token ? texts[argument] : void 0;
    if (text !== void 0 && text !== "") return text;
    const from = (code[place] === Op.Class ? members[argument] : void 0) ?? anything2;
    return String.fromCodePoint(pickPoint(from, random));
  }
  return () => {
    choose.begin();
    let out = "";
    let left = maxLength;
    const stack = [];
    let owed = 0;
    const push = (place) => {
      if (code[place] === Op.End) return;
      stack.push(place);
      owed += shortest[place] ?? 0;
    };
    push(choose.alternative(root, left));
    for (let place = stack.pop(); place !== void 0; place = stack.pop()) {
      owed -= shortest[place] ?? 0;
      push(place + 2);
      if (code[place] === Op.Rule) push(choose.alternative(code[place + 1] ?? 0, left - owed));
      else {
        out += terminalText(place);
        left -= terminalLength(place);
      }
    }
    return out;
  };
}
function createChooser(program, shortest, random) {
  const { code } = program;
  const alternatives = [];
  const uses = /* @__PURE__ */ new Map();
  let goOn = 0.5;
  let steps = 0;
  if (alternativesAt(program, program.root).every((place) => lengthOf(place) === Infinity)) {
    const hint = "give every recursive rule an alternative that ends";
    const message = "the grammar has no sentence that ends";
    throw new GrammarError([diagnose("gbnf-endless", message, { rule: "root", hint })]);
  }
  function lengthOf(place) {
    return shortest[place] ?? 0;
  }
  function pick(places, isOptional) {
    const [first, second] = places;
    if (isOptional && first !== void 0 && second !== void 0) {
      return random.chance(goOn) ? first : second;
    }
    const weights = places.map((place2) => 1 / (1 + (uses.get(place2) ?? 0)) ** 2);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    let rest = random.below(2 ** 20) / 2 ** 20 * sum;
    const index = weights.findIndex((weight) => (rest -= weight) < 0);
    const place = places[index] ?? first ?? 0;
    uses.set(place, (uses.get(place) ?? 0) + 1);
    return place;
  }
  return {
    begin() {
      goOn = [0.2, 0.5, 0.8, 0.95][random.below(4)] ?? 0.5;
      steps = 0;
    },
    alternative(rule, budget) {
      const places = alternatives[rule] ??= alternativesAt(program, rule);
      const isLate = ++steps > maxChoices;
      const affordable = isLate ? [] : places.filter((place) => lengthOf(place) <= budget);
      if (affordable.length > 0) {
        const isOptional = affordable.length === 2 && code[places[1] ?? 0] === Op.End;
        return pick(affordable, isOptional);
      }
      return places.reduce((best, place) => lengthOf(place) < lengthOf(best) ? place : best);
    }
  };
}
var maxChoices = 1e5;
function isHalf2(point) {
  return point >= 55296 && point <= 57343;
}

// src/analyze/nullable.ts
function findNullableNodes(arena) {
  const reading = findNullable2(arena, "reading");
  const grammar = viewsOf(arena).length === 1 ? reading : findNullable2(arena, "grammar");
  return { reading, grammar };
}
function findNullable2({ nodes }, view) {
  const nullable = new Uint8Array(nodes.length);
  for (let changed = true; changed; ) {
    changed = false;
    let id = 0;
    for (const node of nodes) {
      if (nullable[id] === 0 && isNullable(node, view, nullable)) {
        nullable[id] = 1;
        changed = true;
      }
      id++;
    }
  }
  return nullable;
}
function isNullable(node, view, known2) {
  switch (node.kind) {
    case "literal":
    case "token":
    case "any":
    case "through":
      return false;
    case "chars":
      return node.min === 0;
    case "repeat":
      return node.min === 0 || known2[node.item] === 1;
    case "sequence":
      return node.items.every((item) => known2[item] === 1);
    case "choice":
      return node.items.some((item) => known2[item] === 1);
    case "ref":
      return known2[node.target] === 1;
    case "dual":
    case "schema":
      return known2[view === "grammar" ? node.strict : node.item] === 1;
    case "recover":
      return view === "reading" && known2[node.item] === 1;
    case "atomic":
    case "tag":
    case "rule":
    case "gbnf":
    case "json":
    case "python":
      return known2[node.item] === 1;
    default:
      return true;
  }
}

// src/analyze/first.ts
var Words = 5;
var NonAscii = 1;
var EndBit = 2;
function emptyFirst() {
  return new Int32Array(Words);
}
function anyFirst() {
  return new Int32Array(Words).fill(-1);
}
function endFirst() {
  const set = emptyFirst();
  set[4] = EndBit;
  return set;
}
function joinFirst(a, b) {
  return a.map((word, i) => word | (b[i] ?? 0));
}
function addFirst(target, more) {
  let grew = false;
  for (let i = 0; i < Words; i++) {
    const next = (target[i] ?? 0) | (more[i] ?? 0);
    if (next !== target[i]) grew = true;
    target[i] = next;
  }
  return grew;
}
function disjoint(a, b) {
  return a.every((word, i) => (word & (b[i] ?? 0)) === 0);
}
function classesOf(set) {
  const classes = [];
  for (let w = 0; w < Words - 1; w++) {
    for (let word = set[w] ?? 0; word !== 0; word &= word - 1) {
      classes.push(32 * w + 31 - Math.clz32(word & -word));
    }
  }
  if (((set[Words - 1] ?? 0) & NonAscii) !== 0) classes.push(128);
  return classes;
}
function onlyUnit(set) {
  const [only, other] = classesOf(set);
  return only === void 0 || only === 128 || other !== void 0 ? -1 : only;
}
function firstOfChars(chars) {
  const set = emptyFirst();
  for (const [lo, hi] of charRanges(chars)) {
    for (let c = lo; c <= Math.min(hi, 127); c++) set[c >> 5] = (set[c >> 5] ?? 0) | 1 << (c & 31);
    if (hi > 127) set[4] = NonAscii;
  }
  return set;
}
function findFirst({ nodes }, view) {
  const nullable = findNullable2({ nodes }, view);
  const first = nodes.map((node) => firstOfLeaf(node, view));
  const cutPrefix = new Uint8Array(nodes.length);
  for (let changed = true; changed; ) {
    changed = false;
    nodes.forEach((node, id) => {
      const grew = growFirst(first[id] ?? emptyFirst(), node, view, first, nullable);
      const cuts = cutPrefix[id] === 0 && hasCutPrefix(node, view, cutPrefix, nullable);
      if (cuts) cutPrefix[id] = 1;
      if (grew || cuts) changed = true;
    });
  }
  return { nullable, first, cutPrefix };
}
function firstOfLeaf(node, view) {
  switch (node.kind) {
    case "literal":
    case "token":
      return firstOfChars(firstPoint(node.text));
    case "through":
    case "until":
    case "any":
    case "rest":
    case "stringContent":
      return anyCharacter();
    case "chars":
      return firstOfChars(node.set);
    case "space":
      return firstOfChars(view === "grammar" ? GapSet : SpaceSet);
    default:
      return emptyFirst();
  }
}
function growFirst(set, node, view, first, nullable) {
  const add = (id) => addFirst(set, first[id] ?? set);
  let grew = false;
  switch (node.kind) {
    case "sequence":
      for (const item of node.items) {
        if (add(item)) grew = true;
        if (nullable[item] === 0) break;
      }
      return grew;
    case "choice":
      for (const item of node.items) if (add(item)) grew = true;
      return grew;
    case "ref":
      return add(node.target);
    case "dual":
    case "schema":
      return add(view === "grammar" ? node.strict : node.item);
    case "recover":
      return view === "reading" && add(node.item);
    case "repeat":
    case "atomic":
    case "tag":
    case "rule":
    case "gbnf":
    case "json":
    case "python":
      return add(node.item);
    default:
      return false;
  }
}
function hasCutPrefix(node, view, known2, nullable) {
  switch (node.kind) {
    case "cut":
      return true;
    case "sequence":
      for (const item of node.items) {
        if (known2[item] === 1) return true;
        if (nullable[item] === 0) return false;
      }
      return false;
    case "choice":
      return node.items.some((item) => known2[item] === 1);
    case "repeat":
    case "atomic":
    case "tag":
    case "gbnf":
    case "recover":
      return known2[node.item] === 1;
    case "dual":
    case "schema":
      return known2[view === "grammar" ? node.strict : node.item] === 1;
    // A rule, peek or not settles its own choices only.
    default:
      return false;
  }
}
function anyCharacter() {
  const set = anyFirst();
  set[4] = NonAscii;
  return set;
}
function firstPoint(text) {
  const point = text.codePointAt(0);
  return point === void 0 ? [] : [point, point];
}

// src/machine/flow.ts
function findFlow(arena, view) {
  const table = findFirst(arena, view);
  const flow = createFlow(arena, table);
  const pending = [];
  const seen = /* @__PURE__ */ new Set();
  function call(rule, follow2) {
    const grew = addFirst(flow.followOfRule(rule), follow2);
    if (!grew && seen.has(rule)) return;
    seen.add(rule);
    pending.push(rule);
  }
  function walk2(id, follow2) {
    const node = nodeAt(arena, id);
    switch (node.kind) {
      case "sequence": {
        const follows = flow.followsInSequence(node.items, follow2);
        node.items.forEach((item, i) => walk2(item, follows[i] ?? follow2));
        return;
      }
      case "choice": {
        const held = flow.planChoice(node.items)?.held;
        node.items.forEach((item, i) => {
          const open = held?.[i] ?? i < node.items.length - 1;
          walk2(item, open ? anyFirst() : follow2);
        });
        return;
      }
      case "repeat":
        return walk2(node.item, flow.followInLoop(node, follow2));
      case "peek":
      case "not":
        return walk2(node.item, anyFirst());
      case "rule":
        return call(id, follow2);
      case "ref":
        return call(node.target, follow2);
      case "dual":
      case "schema":
        return walk2(view === "grammar" ? node.strict : node.item, follow2);
      case "recover":
        return view === "grammar" ? void 0 : walk2(node.item, follow2);
      case "json":
      case "python":
        return walk2(scalarBody(arena, node) ?? node.item, follow2);
      case "atomic":
      case "tag":
      case "gbnf":
        return walk2(node.item, follow2);
      default:
        return void 0;
    }
  }
  walk2(arena.root, anyFirst());
  for (let rule = pending.pop(); rule !== void 0; rule = pending.pop()) {
    const node = nodeAt(arena, rule);
    if (node.kind === "rule") walk2(node.item, flow.followOfRule(rule));
  }
  return flow;
}
var containers = /* @__PURE__ */ new Set(["value", "object", "array", "dict", "list"]);
function scalarBody(arena, node) {
  if (containers.has(node.part)) return null;
  const item = nodeAt(arena, node.item);
  const rule = item.kind === "ref" ? nodeAt(arena, item.target) : item;
  return rule.kind === "rule" ? rule.item : null;
}
function createFlow(arena, table) {
  const { nullable, first, cutPrefix } = table;
  const ofRule = /* @__PURE__ */ new Map();
  const firstAt = (id) => first[id] ?? emptyFirst();
  function followOfRule(rule) {
    let set = ofRule.get(rule);
    if (set === void 0) ofRule.set(rule, set = emptyFirst());
    return set;
  }
  function followsInSequence(items2, follow2) {
    const follows = [];
    let next = follow2;
    for (let i = items2.length - 1; i >= 0; i--) {
      const item = items2[i] ?? 0;
      follows[i] = next;
      if (cutPrefix[item] === 1) next = anyFirst();
      else if (nodeAt(arena, item).kind === "end") next = endFirst();
      else next = nullable[item] === 1 ? joinFirst(firstAt(item), next) : firstAt(item);
    }
    return follows;
  }
  const plans = /* @__PURE__ */ new Map();
  function planChoice(items2) {
    let plan = plans.get(items2);
    if (plan === void 0) {
      const isPlain2 = items2.every((id) => nullable[id] === 0 && cutPrefix[id] === 0);
      plans.set(items2, plan = isPlain2 ? planSubsets(items2.map(firstAt)) : null);
    }
    return plan;
  }
  function isFree({ item, min, max }, follow2) {
    const plain2 = max === null && min <= 1 || max === 1 && min === 0;
    if (!plain2 || nullable[item] === 1 || cutPrefix[item] === 1) return false;
    return disjoint(firstAt(item), follow2);
  }
  function followInLoop(node, follow2) {
    if (!isFree(node, follow2)) return anyFirst();
    return node.max === 1 ? follow2 : joinFirst(firstAt(node.item), follow2);
  }
  return { table, followOfRule, followsInSequence, planChoice, isFree, followInLoop };
}
function planSubsets(firsts) {
  const held = firsts.map(() => false);
  const able = Array.from({ length: 129 }, () => []);
  firsts.forEach((first, i) => {
    for (const klass of classesOf(first)) able[klass]?.push(i);
  });
  const known2 = /* @__PURE__ */ new Map();
  const subsets = able.map((subset) => {
    for (const i of subset.slice(0, -1)) held[i] = true;
    const key = subset.join();
    const same = known2.get(key) ?? subset;
    known2.set(key, same);
    return same;
  });
  return { subsets, held };
}

// src/machine/program.ts
var Op2 = {
  /** One code unit `a`. */
  char: 0,
  /** Literal `a` of the pool. */
  literal: 1,
  /** One code point of class `a`. */
  one: 2,
  /** `b` to `c` code points of class `a`; `c` -1: without bound. */
  span: 3,
  /** One code point. */
  any: 4,
  /** Up to a delimiter of list `a`. */
  until: 5,
  /** Up to and with a delimiter of list `a`. */
  through: 6,
  /** String content: quote `a`, Python escapes if `b` is 1, the quote consumed if `c` is 1. */
  string: 7,
  /** All text, to its end. */
  rest: 8,
  start: 9,
  end: 10,
  /** The marker that is literal `a`: by its token where ids came with the text. */
  token: 11,
  /** Opens an entry that resumes at `a`. */
  choice: 12,
  /** Closes the newest frame and goes to `a`. */
  commit: 13,
  /** A frame that is no entry: for alternatives reached without a choice. */
  dummy: 14,
  /** Opens a loop's entry that resumes at `a`. */
  loop: 15,
  /** Ends an iteration: back to `a`, or on to two instructions further; minimum `b`, maximum `c`. */
  again: 16,
  /** Where a failed iteration lands: goes on if `a` iterations were read, else fails. */
  leave: 17,
  /** Goes on if the character is in set `a`, else to `b`: a loop or option without entry. */
  test: 18,
  /** Goes to what table `a` gives for the character: an address, or the complement of one behind it. */
  dispatch: 19,
  jump: 20,
  fail: 21,
  peek: 22,
  /** Ends a peek: goes on two instructions further. */
  peekEnd: 23,
  not: 24,
  notEnd: 25,
  atom: 26,
  atomEnd: 27,
  cut: 28,
  /** Calls the rule at `a`; its node is `b`. */
  call: 29,
  ret: 30,
  /** Opens a record of node `a`. */
  open: 31,
  /** Closes a record of node `a`. */
  close: 32,
  succeed: 33,
  /** A run of class `a` of any length, then the code unit `b`: what gaps before marks come to. */
  spanChar: 34,
  /** As `test` of a single code unit `a`, which is consumed: goes on two instructions further. */
  testChar: 35,
  /** The end of a loop without entry: back to `b` if the character is in set `a`. */
  repeat: 36,
  /** As `repeat` of a single code unit `a`, which is consumed. */
  repeatChar: 37
};
var InstructionSize = 4;
var SetSize = 129;
var TableSize = 130;

// src/machine/pool.ts
function createPool() {
  const literals = [];
  const classes = [];
  const delimiters = [];
  const sets = [];
  const tables = [];
  const known2 = /* @__PURE__ */ new Map();
  function intern(key, list, make) {
    const at = known2.get(key);
    if (at !== void 0) return at;
    known2.set(key, list.length);
    return list.push(make()) - 1;
  }
  return {
    literal: (text) => intern(`l${text}`, literals, () => unitsOf(text)),
    class: (set) => intern(`c${set.join()}`, classes, () => classTable(set)),
    hasUnit: (index, unit) => hasChar(classes[index]?.set ?? [], unit),
    delimiters: (list) => intern(`d${JSON.stringify(list)}`, delimiters, () => delimiterList(list)),
    set: (first) => intern(`s${first.join()}`, sets, () => setTable(first)),
    table: (table) => tables.push(table) - 1,
    tables: () => ({
      literals,
      classes,
      classBits: flatten(classes.map(asciiOf), 128, Uint8Array),
      delimiters,
      sets: flatten(sets, SetSize, Uint8Array),
      tables: flatten(tables, TableSize, Int32Array)
    })
  };
}
function unitsOf(text) {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}
function flatten(parts, size, Kind) {
  const all2 = new Kind(parts.length * size);
  parts.forEach((part, i) => all2.set(part, i * size));
  return all2;
}
function asciiOf({ set }) {
  const ascii = new Uint8Array(128);
  for (let c = 0; c < 128; c++) ascii[c] = hasChar(set, c) ? 1 : 0;
  return ascii;
}
function classTable(set) {
  const wide = charRanges(set).filter(([, hi]) => hi > 127);
  const [only] = wide;
  const everything = wide.length <= 2 && only !== void 0 && only[0] <= 128 && coversPlanes(wide);
  return { beyond: wide.length === 0 ? 0 : everything ? 1 : 2, set };
}
function coversPlanes(wide) {
  if (wide.length === 1) return (wide[0]?.[1] ?? 0) >= 1114111;
  return (wide[0]?.[1] ?? 0) >= 55295 && (wide[1]?.[0] ?? 0) <= 57344 && (wide[1]?.[1] ?? 0) >= 1114111;
}
function delimiterList(list) {
  const begins = new Uint8Array(129);
  const ready = list.map(({ text, token }) => ({ units: unitsOf(text), token }));
  for (const { units } of ready) begins[Math.min(units[0] ?? 0, 128)] = 1;
  ready.sort((a, b) => a.units.length - b.units.length);
  return { delimiters: ready, begins };
}
function setTable(first) {
  const table = new Uint8Array(SetSize);
  for (const klass of classesOf(first)) table[klass] = 1;
  return table;
}

// src/machine/writer.ts
var MaxCode = 8 * 1024 * 1024;
function createWriter(plain2, hasUnit) {
  let code = new Int32Array(1024);
  let end = 0;
  let barrier = 0;
  function join(operation, a) {
    const last = end - InstructionSize;
    if (plain2 || operation !== Op2.char || last < barrier) return -1;
    if (code[last] === Op2.span && code[last + 2] === 0 && code[last + 3] === -1) {
      if (hasUnit(code[last + 1] ?? 0, a)) return -1;
      code[last] = Op2.spanChar;
      code[last + 2] = a;
      return last;
    }
    if (code[last] !== Op2.string || code[last + 1] !== a || code[last + 3] === 1) return -1;
    code[last + 3] = 1;
    return last;
  }
  function reserve2() {
    if (end >= MaxCode) {
      throw new GrammarError([
        diagnose("nesting-limit", "the grammar unfolds to too much code", {
          hint: "make nodes that are used in several places a rule"
        })
      ]);
    }
    if (end + InstructionSize <= code.length) return;
    const grown2 = new Int32Array(code.length * 2);
    grown2.set(code);
    code = grown2;
  }
  return {
    here: () => barrier = end,
    op(operation, a = 0, b = 0, c = 0) {
      const joined2 = join(operation, a);
      if (joined2 >= 0) return joined2;
      reserve2();
      code[end] = operation;
      code[end + 1] = a;
      code[end + 2] = b;
      code[end + 3] = c;
      end += InstructionSize;
      return end - InstructionSize;
    },
    at: (address) => address < end ? code[address] ?? -1 : -1,
    operand: (address) => code[address + 1] ?? 0,
    patch: (address, a) => void (code[address + 1] = a),
    patchB: (address, b) => void (code[address + 2] = b),
    replace(address, operation, a) {
      code[address] = operation;
      code[address + 1] = a;
    },
    finish() {
      const finished = code.slice(0, end);
      for (let at = 0; at < end; at += InstructionSize) {
        const jumps = finished[at] === Op2.jump || finished[at] === Op2.commit;
        if (jumps) finished[at + 1] = lastTarget(finished, finished[at + 1] ?? 0);
      }
      return finished;
    }
  };
}
function lastTarget(code, target) {
  let at = target;
  for (let hops = 0; hops < 8 && code[at] === Op2.jump; hops++) at = code[at + 1] ?? at;
  return at;
}

// src/machine/compile.ts
var FrameSize = 7;
var CallSize = 5;
function compileArena(arena, { view = "reading", plain: plain2 = false, ruleRecords = true } = {}) {
  const flow = plain2 ? null : findFlow(arena, view);
  const pool = createPool();
  const writer = createWriter(plain2, pool.hasUnit);
  const ruleAt = /* @__PURE__ */ new Map();
  const notResumes = /* @__PURE__ */ new Set();
  const addresses = /* @__PURE__ */ new Map();
  const pending = [];
  const calls = [];
  let frames = 0;
  let deepest = 0;
  function framed(body) {
    frames += FrameSize;
    deepest = Math.max(deepest, frames);
    body();
    frames -= FrameSize;
  }
  function write(id, follow2) {
    const node = nodeAt(arena, id);
    switch (node.kind) {
      case "eps":
        return;
      case "start":
      case "end":
      case "rest":
      case "any":
      case "cut":
        return void writer.op(Op2[node.kind]);
      case "literal":
        return writeLiteral2(node.text);
      case "token":
        return void writer.op(Op2.token, pool.literal(node.text));
      case "chars":
        return writeChars(node);
      case "space":
        return void (view === "grammar" ? writer.op(Op2.span, pool.class(GapSet), 0, GapMax) : writer.op(Op2.span, pool.class(SpaceSet), 0, -1));
      case "until":
      case "through":
        return void writer.op(Op2[node.kind], pool.delimiters(node.delimiters));
      case "stringContent":
        return void writer.op(
          Op2.string,
          node.quote.charCodeAt(0),
          node.flavour === "python" ? 1 : 0
        );
      case "sequence": {
        const follows = flow?.followsInSequence(node.items, follow2);
        return node.items.forEach((item, i) => write(item, follows?.[i] ?? follow2));
      }
      case "choice": {
        const plan = flow?.planChoice(node.items) ?? null;
        return plan === null ? writeChoice(node.items, follow2) : writeDispatch(node.items, plan, follow2);
      }
      case "repeat":
        return flow?.isFree(node, follow2) === true ? writeFree(flow, node, follow2) : writeLoop(node);
      case "peek":
      case "not":
        return writeLookahead(node.kind, node.item);
      case "atomic":
        writer.op(Op2.atom);
        framed(() => write(node.item, follow2));
        return void writer.op(Op2.atomEnd);
      case "tag":
        writer.op(Op2.open, id);
        write(node.item, follow2);
        return void writer.op(Op2.close, id);
      case "rule":
        return writeCall(id);
      case "ref":
        return writeCall(node.target);
      case "dual":
      case "schema":
        return write(view === "grammar" ? node.strict : node.item, follow2);
      case "recover":
        return view === "grammar" ? void writer.op(Op2.fail) : write(node.item, follow2);
      case "json":
      case "python":
        return write(scalarBody(arena, node) ?? node.item, follow2);
      case "gbnf":
        return write(node.item, follow2);
      default:
        return assertNever(node);
    }
  }
  function writeLiteral2(text) {
    if (text.length === 1) writer.op(Op2.char, text.charCodeAt(0));
    else writer.op(Op2.literal, pool.literal(text));
  }
  function writeChars({ set, min, max }) {
    if (min === 1 && max === 1) writer.op(Op2.one, pool.class(set));
    else writer.op(Op2.span, pool.class(set), min, max ?? -1);
  }
  function writeChoice(items2, follow2) {
    if (items2.length === 0) return void writer.op(Op2.fail);
    const commits = [];
    items2.slice(0, -1).forEach((item) => {
      const entry = writer.op(Op2.choice);
      framed(() => write(item, anyFirst()));
      commits.push(writer.op(Op2.commit));
      writer.patch(entry, writer.here());
    });
    write(items2[items2.length - 1] ?? 0, follow2);
    for (const at of commits) writer.patch(at, writer.here());
  }
  function writeDispatch(items2, plan, follow2) {
    const table = new Int32Array(TableSize);
    const shared = items2.map(() => false);
    for (const subset of plan.subsets) {
      if (subset.length > 1) for (const i of subset) shared[i] = true;
    }
    writer.op(Op2.dispatch, pool.table(table));
    const failing = writer.op(Op2.fail);
    const toBody = [];
    const stubs = /* @__PURE__ */ new Map();
    function writeStubs(subset) {
      const start = writer.here();
      subset.forEach((item, k) => {
        const last = k === subset.length - 1;
        const entry = writer.op(last ? Op2.dummy : Op2.choice);
        toBody.push({ at: writer.op(Op2.jump), item });
        if (!last) writer.patch(entry, writer.here());
      });
      return start;
    }
    for (const subset of plan.subsets) {
      const [only] = subset;
      if (only === void 0 || stubs.has(subset)) continue;
      if (subset.length > 1 || shared[only] === true) stubs.set(subset, writeStubs(subset));
    }
    const bodies = [];
    const exits = [];
    items2.forEach((item, i) => {
      bodies[i] = writer.here();
      const body = () => write(item, plan.held[i] === true ? anyFirst() : follow2);
      if (shared[i] === true) framed(body);
      else body();
      exits.push(writer.op(shared[i] === true ? Op2.commit : Op2.jump));
    });
    for (const { at, item } of toBody) writer.patch(at, bodies[item] ?? failing);
    for (const at of exits) writer.patch(at, writer.here());
    plan.subsets.forEach((subset, klass) => {
      const [only] = subset;
      const body = only === void 0 ? failing : bodies[only] ?? failing;
      const consumed = writer.at(body) === Op2.char && writer.operand(body) === klass;
      table[klass] = stubs.get(subset) ?? (consumed ? ~(body + InstructionSize) : body);
    });
    table[129] = failing;
  }
  function writeFree(flow2, node, follow2) {
    const { item, min, max } = node;
    const first = flow2.table.first[item] ?? anyFirst();
    const set = pool.set(first);
    const test = min === 0 ? writer.op(Op2.test, set) : -1;
    const body = writer.here();
    write(item, flow2.followInLoop(node, follow2));
    const unit = writer.at(body) === Op2.char ? onlyUnit(first) : -1;
    if (max !== 1) {
      if (unit < 0) writer.op(Op2.repeat, set, body);
      else writer.op(Op2.repeatChar, unit, body + InstructionSize);
    }
    if (test < 0) return;
    if (unit >= 0) writer.replace(test, Op2.testChar, unit);
    writer.patchB(test, writer.here());
  }
  function writeLoop({ item, min, max }) {
    if (max === 0) return;
    const entry = writer.op(Op2.loop);
    const body = writer.here();
    framed(() => write(item, anyFirst()));
    writer.op(Op2.again, body, min, max ?? -1);
    writer.patch(entry, writer.op(Op2.leave, min));
  }
  function writeLookahead(kind, item) {
    const entry = writer.op(Op2[kind]);
    framed(() => write(item, anyFirst()));
    writer.op(kind === "peek" ? Op2.peekEnd : Op2.notEnd);
    const resume = writer.op(kind === "peek" ? Op2.fail : Op2.jump, writer.here() + InstructionSize);
    if (kind === "not") notResumes.add(resume);
    writer.patch(entry, resume);
  }
  function writeCall(rule) {
    if (!addresses.has(rule)) {
      addresses.set(rule, -1);
      pending.push(rule);
    }
    const at = writer.op(Op2.call, 0, rule);
    calls.push({ at, rule });
    ruleAt.set(at + InstructionSize, rule);
  }
  function writeRule(id) {
    const node = nodeAt(arena, id);
    if (node.kind !== "rule") throw new TypeError(`node ${id} is referred to, but is no rule`);
    addresses.set(id, writer.here());
    const recorded = ruleRecords && !node.silent;
    if (recorded) writer.op(Op2.open, id);
    write(node.item, flow?.followOfRule(id) ?? anyFirst());
    if (recorded) writer.op(Op2.close, id);
    writer.op(Op2.ret);
  }
  write(arena.root, anyFirst());
  writer.op(Op2.succeed);
  for (let rule = pending.pop(); rule !== void 0; rule = pending.pop()) writeRule(rule);
  for (const { at, rule } of calls) writer.patch(at, addresses.get(rule) ?? 0);
  return { code: writer.finish(), ...pool.tables(), frameNeed: deepest, ruleAt, notResumes };
}

// src/machine/tape.ts
function createTape() {
  return { records: new Int32Array(256), length: 0, lowWater: 0 };
}
function growTape(tape, more) {
  let size = tape.records.length;
  while (size < tape.length + more) size *= 2;
  if (size === tape.records.length) return;
  const grown2 = new Int32Array(size);
  grown2.set(tape.records.subarray(0, tape.length));
  tape.records = grown2;
}

// src/machine/text.ts
var High = 55296;
var Low = 56320;
var AfterLow = 57344;
var Replacement = 65533;
var BlockSize = 4096;
var encoder = new TextEncoder();
var MaxLoneNoted = 1e3;
function createText() {
  return {
    units: new Uint16Array(1024),
    length: 0,
    waiting: 0,
    lone: [],
    scratch: new Uint8Array(0)
  };
}
function appendText(buffer, text) {
  reserve(buffer, text.length + 1);
  if (text.length < BlockSize) return appendUnits(buffer, text);
  for (let at = 0; at < text.length; at += BlockSize) {
    const block = text.slice(at, at + BlockSize);
    if (!appendAscii(buffer, block)) appendUnits(buffer, block);
  }
}
function appendAscii(buffer, block) {
  if (buffer.waiting !== 0) return false;
  if (buffer.scratch.length === 0) buffer.scratch = new Uint8Array(BlockSize);
  const { read: read2, written: written2 } = encoder.encodeInto(block, buffer.scratch);
  if (read2 !== block.length || written2 !== read2) return false;
  buffer.units.set(buffer.scratch.subarray(0, written2), buffer.length);
  buffer.length += written2;
  return true;
}
function appendUnits(buffer, text) {
  const units = buffer.units;
  let end = buffer.length;
  let waiting = buffer.waiting;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (waiting !== 0) {
      const paired = unit >= Low && unit < AfterLow;
      if (!paired) noteLone(buffer, end);
      units[end++] = paired ? waiting : Replacement;
      waiting = 0;
      if (paired) {
        units[end++] = unit;
        continue;
      }
    }
    if ((unit & 63488) !== High) units[end++] = unit;
    else if (unit < Low) waiting = unit;
    else {
      noteLone(buffer, end);
      units[end++] = Replacement;
    }
  }
  buffer.length = end;
  buffer.waiting = waiting;
}
function endText(buffer) {
  if (buffer.waiting === 0) return;
  reserve(buffer, 1);
  noteLone(buffer, buffer.length);
  buffer.units[buffer.length++] = Replacement;
  buffer.waiting = 0;
}
function sliceText(buffer, start, end) {
  const stop2 = Math.min(end, buffer.length);
  if (stop2 - start <= 4096) return decode(buffer.units, start, stop2);
  const parts = [];
  for (let at = start; at < stop2; at += 4096) {
    parts.push(decode(buffer.units, at, Math.min(at + 4096, stop2)));
  }
  return parts.join("");
}
function codePointAt(units, at) {
  const unit = units[at] ?? 0;
  if (unit < High || unit >= Low) return unit;
  return (unit - High << 10) + ((units[at + 1] ?? 0) - Low) + 65536;
}
function decode(units, start, end) {
  return end <= start ? "" : String(Reflect.apply(String.fromCharCode, null, units.subarray(start, end)));
}
function noteLone(buffer, offset) {
  if (buffer.lone.length < MaxLoneNoted) buffer.lone.push(offset);
}
function reserve(buffer, more) {
  let size = buffer.units.length;
  while (size < buffer.length + more) size *= 2;
  if (size === buffer.units.length) return;
  const grown2 = new Uint16Array(size);
  grown2.set(buffer.units.subarray(0, buffer.length));
  buffer.units = grown2;
}

// src/machine/state.ts
var Status = { running: 0, succeeded: 1, failed: 2 };
var Frame = {
  /** The address to resume at. */
  resume: 0,
  position: 1,
  /** Tape length to fall back to. */
  mark: 2,
  /** The newest live entry before this one, -1 for none. */
  previous: 3,
  cutBase: 4,
  /** The call that the frame stands in, -1 for none. */
  call: 5,
  /** Iterations of a loop; what a lookahead had muted. */
  count: 6
};
var Call = {
  returnTo: 0,
  cutBase: 1,
  /** The call that this one stands in, -1 for none. */
  outer: 2,
  /** Where the rule began. */
  position: 3,
  depth: 4
};
var DefaultLimits = {
  maxDepth: 512,
  maxTextLength: 64 * 1024 * 1024,
  maxTapeRecords: 8 * 1024 * 1024,
  maxHeld: 1024 * 1024,
  maxSteps: 64
};
var FreeSteps = 1e4;
function createState(program, limits) {
  return {
    program,
    limits: { ...DefaultLimits, ...limits },
    text: createText(),
    tokens: null,
    final: false,
    status: Status.running,
    limit: null,
    limitAt: 0,
    pc: 0,
    position: 0,
    stack: new Int32Array(Math.max(256, program.frameNeed + CallSize)),
    sp: 0,
    newest: -1,
    oldest: -1,
    cutBase: -1,
    call: -1,
    hide: -1,
    count: 0,
    tape: createTape(),
    furthest: 0,
    work: 0,
    resumed: 0,
    watch: null
  };
}
function copyState(state) {
  return {
    ...state,
    text: { ...state.text, units: state.text.units.slice(0, state.text.length + 1), lone: [] },
    stack: state.stack.slice(),
    tape: { ...state.tape, records: state.tape.records.slice() }
  };
}
function addMarks(state, marks) {
  state.tokens ??= /* @__PURE__ */ new Map();
  for (const { start, text } of marks) state.tokens.set(state.text.length + start, text);
}

// src/machine/frontier.ts
var MaxExpected = 24;
function createFrontier(arena) {
  const frontier = { offset: -1, expected: [], rules: [] };
  const seen = /* @__PURE__ */ new Set();
  function watch2(state) {
    if (state.position < frontier.offset || insideNot(state)) return;
    const found = expectedAt2(state, arena);
    if (found === null) return;
    if (state.position > frontier.offset) {
      frontier.offset = state.position;
      frontier.expected = [];
      seen.clear();
      frontier.rules = openRules(state, arena).map(({ name }) => name);
    }
    for (const expected of found) {
      const key = JSON.stringify(expected);
      if (seen.has(key) || frontier.expected.length >= MaxExpected) continue;
      seen.add(key);
      frontier.expected.push(expected);
    }
  }
  return { frontier, watch: watch2 };
}
function expectedAt2(state, arena) {
  const rule = openRules(state, arena).find(
    ({ start, outermost }) => start === state.position && !outermost
  );
  const parts = expectedOf(state);
  if (parts === null || rule === void 0) return parts;
  return [{ kind: "rule", name: rule.name }];
}
function expectedOf({ program, pc }) {
  const a = program.code[pc + 1] ?? 0;
  const label3 = (index) => printClass(program.classes[index]?.set ?? []);
  switch (program.code[pc]) {
    case Op2.char:
      return [{ kind: "literal", text: String.fromCharCode(a) }];
    case Op2.literal:
    case Op2.token:
      return [{ kind: "literal", text: textOf2(program, a) }];
    case Op2.one:
    case Op2.span:
      return [{ kind: "class", label: label3(a) }];
    case Op2.any:
      return [{ kind: "class", label: "any character" }];
    case Op2.string:
      return [
        { kind: "literal", text: String.fromCharCode(a) },
        { kind: "class", label: "a character or an escape of a string" }
      ];
    case Op2.through:
      return (program.delimiters[a]?.delimiters ?? []).map(({ units }) => ({
        kind: "literal",
        text: spell(units)
      }));
    case Op2.start:
      return [{ kind: "class", label: "the start of the text" }];
    case Op2.end:
      return [{ kind: "end" }];
    default:
      return null;
  }
}
function textOf2(program, literal3) {
  return spell(program.literals[literal3] ?? []);
}
function spell(units) {
  const parts = [];
  for (let at = 0; at < units.length; at += 4096) {
    parts.push(String.fromCharCode(...Array.prototype.slice.call(units, at, at + 4096)));
  }
  return parts.join("");
}
function openRules(state, arena) {
  const rules = [];
  for (let call = state.call; call >= 0; call = state.stack[call + Call.outer] ?? -1) {
    const id = state.program.ruleAt.get(state.stack[call + Call.returnTo] ?? -1);
    const node = id === void 0 ? void 0 : arena.nodes[id];
    if (node?.kind !== "rule") continue;
    const start = state.stack[call + Call.position] ?? 0;
    const outermost = (state.stack[call + Call.outer] ?? -1) < 0 && start === 0;
    rules.unshift({ name: node.silent ? node.name.replace(":", " ") : node.name, start, outermost });
    if (rules.length > 64) rules.pop();
  }
  return rules;
}
function insideNot(state) {
  if (state.hide < 0) return false;
  for (let base = state.newest; base >= 0; base = state.stack[base + Frame.previous] ?? -1) {
    const resume = state.stack[base + Frame.resume] ?? 0;
    if (state.program.notResumes.has(resume)) return true;
  }
  return false;
}

// src/machine/scan.ts
var Scan = {
  /** The text ended before it was decided. */
  end: -1,
  /** It does not match. */
  no: -2
};
function matchLiteral(units, start, length, literal3) {
  const size = literal3.length;
  const there = Math.min(size, length - start);
  for (let i = 0; i < there; i++) if (units[start + i] !== literal3[i]) return Scan.no;
  return there === size ? start + size : Scan.end;
}
function scanChars(units, start, length, bits, base, { beyond, set }, max) {
  let at = start;
  for (let left = max; at < length && left !== 0; left--) {
    const unit = units[at];
    if (unit < 128) {
      if (bits[base + unit] === 0) return at;
      at++;
      continue;
    }
    if (beyond === 0) return at;
    const wide = unit >= 55296 && unit < 56320;
    if (beyond === 2 && !hasChar(set, wide ? codePointAt(units, at) : unit)) return at;
    at += wide ? 2 : 1;
  }
  return at;
}
function scanDelimiter(s, list, start) {
  const { units, length } = s.text;
  const { begins } = list;
  for (let at = start; at < length; at++) {
    const unit = units[at];
    if (begins[unit < 128 ? unit : 128] === 0) continue;
    const found = delimiterAt(s, list, at);
    if (found === Scan.no) continue;
    s.position = at;
    if (found !== Scan.end || !s.final) return found;
  }
  s.position = length;
  return Scan.end;
}
function delimiterAt(s, list, at) {
  const { units, length } = s.text;
  let cut2 = false;
  for (const { units: delimiter, token } of list.delimiters) {
    if (token && s.tokens !== null && s.tokens.get(at)?.length !== delimiter.length) continue;
    const end = matchLiteral(units, at, length, delimiter);
    if (end >= 0) return end;
    if (end === Scan.end) cut2 = true;
  }
  return cut2 ? Scan.end : Scan.no;
}
var Backslash = 92;
var jsonEscapes = new Set([...'"\\/bfnrt'].map((c) => c.charCodeAt(0)));
var pythonEscapes = new Set([...`"'\\abfnrtv0
`].map((c) => c.charCodeAt(0)));
function scanString(s, start, quote2, python) {
  const { units, length } = s.text;
  let at = start;
  while (at < length) {
    const unit = units[at];
    if (unit === quote2) break;
    if (unit < 32 && (!python || unit === 10 || unit === 13)) {
      s.position = at;
      return Scan.no;
    }
    if (unit !== Backslash) {
      at++;
      continue;
    }
    const end = escapeEnd(units, at, length, python);
    if (end < 0) {
      s.position = at;
      return end;
    }
    at = end;
  }
  s.position = at;
  return at < length ? at : Scan.end;
}
function escapeEnd(units, at, length, python) {
  if (at + 1 >= length) return Scan.end;
  const kind = units[at + 1];
  const digits2 = kind === 117 ? 4 : !python ? 0 : kind === 120 ? 2 : kind === 85 ? 8 : 0;
  if (digits2 === 0) {
    return (python ? pythonEscapes : jsonEscapes).has(kind) ? at + 2 : Scan.no;
  }
  for (let i = at + 2; i < at + 2 + digits2; i++) {
    if (i >= length) return Scan.end;
    if (!isHex(units[i])) return Scan.no;
  }
  return at + 2 + digits2;
}
function isHex(unit) {
  const lower2 = unit | 32;
  return unit >= 48 && unit <= 57 || lower2 >= 97 && lower2 <= 102;
}

// src/machine/run.ts
function run(s) {
  const { code, classBits, classes, delimiters, literals, sets, tables, frameNeed } = s.program;
  const { maxDepth: maxDepth4, maxTapeRecords } = s.limits;
  const { units, length } = s.text;
  const { final, tape } = s;
  let stack = s.stack;
  let pc = s.pc;
  let position = s.position;
  let sp = s.sp;
  let work = 0;
  let allowance = allowedWork(s, position);
  for (; ; ) {
    let failing = false;
    const a = code[pc + 1];
    work++;
    switch (code[pc]) {
      case 0:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
          failing = true;
        } else if (units[position] === a) position++;
        else failing = true;
        break;
      case 1: {
        const at = matchLiteral(units, position, length, literals[a]);
        if (at >= 0) position = at;
        else if (at === Scan.end && !final) return suspend(s, pc, position, sp, work);
        else failing = true;
        break;
      }
      case 2:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
          failing = true;
        } else {
          const end = scanChars(units, position, length, classBits, a << 7, classes[a], 1);
          if (end === position) failing = true;
          else position = end;
        }
        break;
      case 3: {
        const max = code[pc + 3];
        const left = max < 0 ? -1 : max - s.count;
        const end = position < length && units[position] < 128 && classBits[(a << 7) + units[position]] === 0 ? position : scanChars(units, position, length, classBits, a << 7, classes[a], left);
        if (max >= 0 || s.count < code[pc + 2]) s.count += countPoints(units, position, end);
        work += (end >> 3) - (position >> 3);
        position = end;
        if (position >= length && !final && (max < 0 || s.count < max))
          return suspend(s, pc, position, sp, work);
        failing = s.count < code[pc + 2];
        s.count = 0;
        break;
      }
      case 4:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
          failing = true;
        } else position += isHigh(units[position]) ? 2 : 1;
        break;
      case 5:
      case 6: {
        const list = delimiters[a];
        const from = position;
        const found = scanDelimiter(s, list, position);
        position = s.position;
        work += (position >> 3) - (from >> 3);
        if (found < 0 && !final) return suspend(s, pc, position, sp, work);
        if (code[pc] === Op2.through) {
          if (found < 0) failing = true;
          else position = found;
        } else if (found < 0) position = length;
        break;
      }
      case 7: {
        const from = position;
        const end = scanString(s, position, a, code[pc + 2] === 1);
        position = s.position;
        work += (position >> 3) - (from >> 3);
        if (end === Scan.end && !final) return suspend(s, pc, position, sp, work);
        if (end >= 0 && code[pc + 3] === 1) position++;
        failing = end < 0;
        break;
      }
      case 8:
        work += (length >> 3) - (position >> 3);
        position = length;
        if (!final) return suspend(s, pc, position, sp, work);
        break;
      case 9:
        failing = position !== 0;
        break;
      case 10:
        if (position < length) failing = true;
        else if (!final) return suspend(s, pc, position, sp, work);
        break;
      case 11: {
        const literal3 = literals[a];
        if (s.tokens === null) {
          const at = matchLiteral(units, position, length, literal3);
          if (at >= 0) position = at;
          else if (at === Scan.end && !final) return suspend(s, pc, position, sp, work);
          else failing = true;
        } else if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
          failing = true;
        } else if (s.tokens.get(position)?.length === literal3.length && matchLiteral(units, position, length, literal3) >= 0) {
          position += literal3.length;
        } else failing = true;
        break;
      }
      case 12:
      case 15:
        pushEntry(s, sp, a, position);
        sp += FrameSize;
        break;
      case 14:
        pushPlace(s, sp, position);
        sp += FrameSize;
        break;
      case 13:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work);
        sp -= FrameSize;
        unlink(s, sp);
        pc = a;
        continue;
      case 16: {
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work);
        if (work > allowance) {
          allowance = allowedWork(s, position);
          if (work > allowance) return stopAt(s, "work-limit", pc, position, sp, work);
        }
        const base2 = sp - FrameSize;
        const count = stack[base2 + Frame.count] + 1;
        if (position === stack[base2 + Frame.position]) {
          if (count > code[pc + 2]) truncate(s, stack[base2 + Frame.mark]);
        } else if (code[pc + 3] < 0 || count < code[pc + 3]) {
          renew(s, base2, position, count);
          pc = a;
          continue;
        }
        sp = base2;
        unlink(s, base2);
        pc += 2 * InstructionSize;
        continue;
      }
      case 17:
        failing = s.count < a;
        s.count = 0;
        break;
      case 18:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
          pc = code[pc + 2];
          continue;
        }
        if (sets[a * SetSize + (units[position] < 128 ? units[position] : 128)] === 0) {
          pc = code[pc + 2];
          continue;
        }
        break;
      case 19:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
          pc = tables[a * TableSize + SetSize];
        } else {
          pc = tables[a * TableSize + (units[position] < 128 ? units[position] : 128)];
          if (pc < 0) {
            position++;
            pc = ~pc;
          }
        }
        continue;
      case 20:
        pc = a;
        continue;
      case 21:
        failing = true;
        break;
      case 22:
      case 24:
        pushEntry(s, sp, a, position);
        s.cutBase = sp;
        if (s.hide < 0) s.hide = sp;
        sp += FrameSize;
        break;
      case 23:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work);
        sp -= FrameSize;
        closeLookahead(s, sp);
        position = stack[sp + Frame.position];
        pc += 2 * InstructionSize;
        continue;
      case 25:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work);
        sp -= FrameSize;
        closeLookahead(s, sp);
        position = stack[sp + Frame.position];
        failing = true;
        break;
      case 26:
        if (s.hide < 0) s.hide = sp;
        pushPlace(s, sp, position);
        sp += FrameSize;
        break;
      case 27:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work);
        sp -= FrameSize;
        if (s.hide === sp) s.hide = -1;
        break;
      case 28:
        if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work);
        s.newest = s.cutBase;
        if (s.newest < 0) s.oldest = -1;
        break;
      case 29: {
        const depth = s.call < 0 ? 1 : stack[s.call + Call.depth] + 1;
        if (depth > maxDepth4) return stopAt(s, "depth-limit", pc, position, sp, work);
        if (work > allowance) {
          allowance = allowedWork(s, position);
          if (work > allowance) return stopAt(s, "work-limit", pc, position, sp, work);
        }
        if (sp + CallSize + frameNeed > stack.length) stack = growStack(s);
        stack[sp + Call.returnTo] = pc + InstructionSize;
        stack[sp + Call.cutBase] = s.cutBase;
        stack[sp + Call.outer] = s.call;
        stack[sp + Call.position] = position;
        stack[sp + Call.depth] = depth;
        s.call = sp;
        s.cutBase = s.newest;
        sp += CallSize;
        pc = a;
        continue;
      }
      case 30:
        sp = s.call;
        pc = stack[sp + Call.returnTo];
        s.cutBase = stack[sp + Call.cutBase];
        s.call = stack[sp + Call.outer];
        continue;
      case 31:
      case 32:
        if (tape.length >= maxTapeRecords * 2)
          return stopAt(s, "tape-limit", pc, position, sp, work);
        record(s, code[pc] === Op2.open ? a : ~a, position);
        break;
      case 33:
        save(s, pc, position, sp, work);
        s.status = Status.succeeded;
        return;
      case 34: {
        if (position < length && units[position] !== code[pc + 2]) {
          const end = scanChars(units, position, length, classBits, a << 7, classes[a], -1);
          work += (end >> 3) - (position >> 3);
          position = end;
        }
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
          failing = true;
        } else if (units[position] === code[pc + 2]) position++;
        else failing = true;
        break;
      }
      case 35:
        if (position >= length && !final) return suspend(s, pc, position, sp, work);
        if (position >= length || units[position] !== a) {
          pc = code[pc + 2];
          continue;
        }
        position++;
        pc += 2 * InstructionSize;
        continue;
      case 36:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
        } else if (sets[a * SetSize + (units[position] < 128 ? units[position] : 128)] !== 0) {
          pc = code[pc + 2];
          continue;
        }
        break;
      case 37:
        if (position >= length) {
          if (!final) return suspend(s, pc, position, sp, work);
        } else if (units[position] === a) {
          position++;
          pc = code[pc + 2];
          continue;
        }
        break;
    }
    if (!failing) {
      pc += InstructionSize;
      continue;
    }
    if (s.watch !== null) {
      s.pc = pc;
      s.position = position;
      s.watch(s);
    }
    if (position > s.furthest) s.furthest = position;
    if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work);
    if (work > allowance) {
      allowance = allowedWork(s, position);
      if (work > allowance) return stopAt(s, "work-limit", pc, position, sp, work);
    }
    const base = s.newest;
    if (base < 0) {
      save(s, pc, position, sp, work);
      s.status = Status.failed;
      return;
    }
    sp = base;
    pc = stack[base + Frame.resume];
    position = stack[base + Frame.position];
    truncate(s, stack[base + Frame.mark]);
    s.newest = stack[base + Frame.previous];
    if (s.newest < 0) s.oldest = -1;
    s.cutBase = stack[base + Frame.cutBase];
    s.call = stack[base + Frame.call];
    s.count = stack[base + Frame.count];
    if (s.hide >= sp) s.hide = -1;
  }
}
function pushEntry(s, sp, resume, position) {
  const { stack } = s;
  stack[sp + Frame.resume] = resume;
  stack[sp + Frame.position] = position;
  stack[sp + Frame.mark] = s.tape.length;
  stack[sp + Frame.previous] = s.newest;
  stack[sp + Frame.cutBase] = s.cutBase;
  stack[sp + Frame.call] = s.call;
  stack[sp + Frame.count] = 0;
  if (s.newest < 0) s.oldest = sp;
  s.newest = sp;
}
function pushPlace(s, sp, position) {
  s.stack[sp + Frame.position] = position;
  s.stack[sp + Frame.mark] = s.tape.length;
}
function unlink(s, base) {
  if (s.newest !== base) return;
  s.newest = s.stack[base + Frame.previous];
  if (s.newest < 0) s.oldest = -1;
}
function closeLookahead(s, base) {
  s.newest = s.stack[base + Frame.previous];
  if (s.newest < 0) s.oldest = -1;
  s.cutBase = s.stack[base + Frame.cutBase];
  if (s.hide === base) s.hide = -1;
  truncate(s, s.stack[base + Frame.mark]);
}
function renew(s, base, position, count) {
  const { stack } = s;
  stack[base + Frame.position] = position;
  stack[base + Frame.mark] = s.tape.length;
  stack[base + Frame.count] = count;
  if (s.newest === base) return;
  stack[base + Frame.previous] = s.newest;
  if (s.newest < 0) s.oldest = base;
  s.newest = base;
}
function truncate(s, mark) {
  if (s.tape.length === mark) return;
  s.tape.length = mark;
  if (mark < s.tape.lowWater) s.tape.lowWater = mark;
}
function growStack(s) {
  const grown2 = new Int32Array(s.stack.length * 2 + CallSize + s.program.frameNeed);
  grown2.set(s.stack);
  s.stack = grown2;
  return grown2;
}
function record(s, id, position) {
  const { tape } = s;
  if (tape.length + 2 > tape.records.length) growTape(tape, 2);
  tape.records[tape.length] = id;
  tape.records[tape.length + 1] = position;
  tape.length += 2;
}
function holdsTooMuch(s, position) {
  return s.oldest >= 0 && position - s.stack[s.oldest + Frame.position] > s.limits.maxHeld;
}
function allowedWork(s, position) {
  const reached = position > s.furthest ? position : s.furthest;
  return s.limits.maxSteps * reached + FreeSteps - s.work;
}
function save(s, pc, position, sp, work) {
  s.pc = pc;
  s.position = position;
  s.sp = sp;
  s.work += work;
}
function suspend(s, pc, position, sp, work) {
  s.resumed++;
  save(s, pc, position, sp, work - 1);
  if (holdsTooMuch(s, position)) stopHeld(s, pc, position, sp, 0);
}
function stop(s, code, at) {
  s.limit = code;
  s.limitAt = at;
  s.status = Status.failed;
}
function stopAt(s, code, pc, position, sp, work) {
  if (holdsTooMuch(s, position)) return stopHeld(s, pc, position, sp, work);
  save(s, pc, position, sp, work);
  stop(s, code, code === "work-limit" ? Math.max(position, s.furthest) : position);
}
function stopHeld(s, pc, position, sp, work) {
  const at = s.stack[s.oldest + Frame.position] + s.limits.maxHeld;
  save(s, pc, Math.min(position, at), sp, work);
  let { length } = s.tape;
  while (length > 0 && s.tape.records[length - 1] > at) length -= 2;
  truncate(s, length);
  if (s.hide >= 0 && s.stack[s.hide + Frame.position] > at) s.hide = -1;
  stop(s, "held-limit", at);
}
function isHigh(unit) {
  return unit >= 55296 && unit < 56320;
}
function countPoints(units, start, end) {
  let count = end - start;
  for (let i = start; i < end; i++) if (isHigh(units[i])) count--;
  return count;
}

// src/machine/machine.ts
function createMachine(program, options = {}) {
  return viewOf(createState(program, options.limits ?? {}), options);
}
function viewOf(state, options) {
  const hidden2 = (slot) => state.stack[state.hide + slot] ?? 0;
  const held = (slot) => state.stack[state.oldest + slot] ?? 0;
  const machine = {
    feed: (text, marks) => feed(state, text, marks),
    finish: () => finish(state),
    get status() {
      return statusOf(state);
    },
    result: () => resultOf(state, options),
    trial: () => {
      const copy = copyState(state);
      finish(copy);
      return resultOf(copy, options);
    },
    tape: state.tape,
    get shownLength() {
      return state.hide < 0 ? state.tape.length : hidden2(Frame.mark);
    },
    get shownEnd() {
      return state.hide < 0 ? state.position : hidden2(Frame.position);
    },
    get committedLength() {
      const shown = machine.shownLength;
      return state.oldest < 0 ? shown : Math.min(held(Frame.mark), shown);
    },
    get committedEnd() {
      const shown = machine.shownEnd;
      return state.oldest < 0 ? shown : Math.min(held(Frame.position), shown);
    },
    get position() {
      return state.position;
    },
    get length() {
      return state.text.length;
    },
    get hasTokens() {
      return state.tokens !== null;
    },
    loneSurrogates: state.text.lone,
    slice: (start, end) => sliceText(state.text, start, end),
    get steps() {
      return state.work + state.resumed;
    }
  };
  return machine;
}
function feed(state, text, marks) {
  if (state.final) throw new TypeError("feed after finish: make a new machine for a new text");
  if (marks !== void 0) addMarks(state, marks);
  const { length, waiting } = state.text;
  const room = state.limits.maxTextLength - length - (waiting === 0 ? 0 : 1);
  appendText(state.text, text.length > room ? text.slice(0, Math.max(0, room)) : text);
  if (state.status === Status.running) run(state);
  if (text.length > room && state.status === Status.running) {
    state.status = Status.failed;
    state.limit = "text-limit";
    state.limitAt = state.limits.maxTextLength;
  }
}
function finish(state) {
  if (state.final) return;
  endText(state.text);
  state.final = true;
  if (state.status === Status.running) run(state);
}
function statusOf(state) {
  if (state.status === Status.running) return "needMoreInput";
  if (state.status === Status.failed) return "failure";
  return state.position < state.text.length ? "failure" : "success";
}
function resultOf(state, options) {
  const kind = statusOf(state);
  if (kind === "success") return { kind, end: state.position };
  if (kind === "needMoreInput") {
    return { kind, end: state.position, expected: explain2(state, options)?.expected ?? [] };
  }
  if (state.limit !== null) {
    return { ...failureAt(state, state.limitAt), code: state.limit, hint: hintOf(state.limit) };
  }
  const trailing = state.status === Status.succeeded;
  const frontier = explain2(state, options);
  const offset = Math.max(frontier?.offset ?? -1, trailing ? state.position : state.furthest);
  return {
    ...failureAt(state, offset),
    code: trailing ? "trailing-input" : "no-match",
    expected: frontier?.offset === offset ? frontier.expected : trailing ? [{ kind: "end" }] : [],
    rules: frontier?.offset === offset ? frontier.rules : []
  };
}
function failureAt(state, offset) {
  const found = sliceText(state.text, offset, offset + 40);
  return { kind: "failure", code: "no-match", offset, expected: [], rules: [], found };
}
function hintOf(limit) {
  const option2 = {
    "depth-limit": "maxDepth",
    "text-limit": "maxTextLength",
    "tape-limit": "maxTapeRecords",
    "held-limit": "maxHeld",
    "work-limit": "maxSteps",
    "no-match": "",
    "trailing-input": ""
  }[limit];
  return `raise the limit ${option2} if the text is right`;
}
function explain2(state, { arena, compiled, limits, plain: compilePlain }) {
  if (arena === void 0) return null;
  const { frontier, watch: watch2 } = createFrontier(arena);
  const program = compilePlain?.() ?? compileArena(arena, { ...compiled, plain: true });
  const plain2 = createState(program, limits ?? {});
  plain2.watch = watch2;
  if (state.tokens !== null) plain2.tokens = state.tokens;
  const { units, length } = state.text;
  plain2.text.units = units.slice(0, length + 1);
  plain2.text.length = length;
  plain2.final = state.final;
  run(plain2);
  if (plain2.status === Status.running) watch2(plain2);
  return frontier.offset < 0 ? null : frontier;
}

// src/machine/parse.ts
function openMachine(arena, options = {}) {
  const { limits = {}, ...compiled } = options;
  return createMachine(compileArena(arena, compiled), { limits, arena, compiled });
}
function parseText(arena, text, options = {}) {
  const machine = openMachine(arena, options);
  machine.feed(text);
  machine.finish();
  return machine;
}

// src/peg/print.ts
var Binding = { choice: 0, sequence: 1, prefix: 2, suffix: 3, atom: 4 };
function printNode(arena, id, { view = "reading" } = {}) {
  return createPrinter2(arena, view, () => {
  })(id).text;
}
function createPrinter2(arena, view, meet) {
  const inside = (id, binding) => {
    const printed = print(id);
    return printed.binding < binding ? `(${printed.text})` : printed.text;
  };
  const call = (name, id) => atom(`${name}(${print(id).text})`);
  const handlers = {
    start: () => atom("^"),
    end: () => atom("!."),
    eps: () => atom("\u03B5"),
    any: () => atom("."),
    space: () => atom("_"),
    rest: () => suffix(".*"),
    cut: () => atom("~"),
    literal: ({ text }) => atom(JSON.stringify(text)),
    token: ({ text }) => atom(printToken(text)),
    sequence: ({ items: items2 }) => group(items2.map((id) => inside(id, Binding.prefix)), " ", Binding.sequence),
    choice: ({ items: items2 }) => group(items2.map((id) => inside(id, Binding.sequence)), " / ", Binding.choice),
    repeat: ({ item, min, max }) => suffix(`${inside(item, Binding.atom)}${printBounds2(min, max)}`),
    peek: ({ item }) => prefix(`&${inside(item, Binding.suffix)}`),
    not: ({ item }) => prefix(`!${inside(item, Binding.suffix)}`),
    chars: ({ set, min, max }) => min === 1 && max === 1 ? atom(showClass(set)) : suffix(`${showClass(set)}${printBounds2(min, max)}`),
    until: ({ delimiters }) => suffix(`(!${printDelimiters(delimiters)} .)*`),
    through: ({ delimiters }) => {
      const end = printDelimiters(delimiters);
      return { text: `(!${end} .)* ${end}`, binding: Binding.sequence, parts: [] };
    },
    stringContent: ({ quote: quote2, flavour }) => atom(quote2 === '"' ? `${flavour}-string-content` : `${flavour}-string-content(')`),
    atomic: ({ item }) => call("atomic", item),
    tag: ({ tag, item }) => prefix(`${tag}:${inside(item, Binding.suffix)}`),
    rule: ({ name }, id) => named(name, id),
    ref: ({ name, target }) => named(name, target),
    schema: (node) => call(`schema:${node.name}`, view === "grammar" ? node.strict : node.item),
    gbnf: ({ item, text }) => atom(`gbnf(${print(item).text}, ${JSON.stringify(text)})`),
    dual: ({ item, strict }) => call("dual", view === "grammar" ? strict : item),
    recover: ({ item }) => call("recover", item),
    json: ({ part }) => atom(part === "value" ? "json" : `json-${part}`),
    python: ({ part }) => atom(part === "value" ? "python" : `python-${part}`)
  };
  function named(name, id) {
    const family = /^(json|python):(\w+)$/.exec(name);
    if (family !== null) return atom(family[2] === "value" ? `${family[1]}` : `${family[1]}-${family[2]}`);
    meet(id);
    return atom(name);
  }
  function print(id) {
    const node = nodeAt(arena, id);
    const handler = handlers[node.kind];
    return handler(node, id);
  }
  return print;
}
function atom(text) {
  return { text, binding: Binding.atom, parts: [] };
}
function prefix(text) {
  return { text, binding: Binding.prefix, parts: [] };
}
function suffix(text) {
  return { text, binding: Binding.suffix, parts: [] };
}
function group(items2, separator, binding) {
  const only = items2[0];
  if (only === void 0) return atom(binding === Binding.choice ? "[]" : "\u03B5");
  const parts = items2.map((text, i) => i === 0 ? text : `${separator.trimStart()}${text}`);
  return { text: items2.join(separator), binding, parts };
}
function printBounds2(min, max) {
  if (max === null) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
function showClass(set) {
  return printClass(hasChar(set, MaxCodePoint) ? union(set, [55296, 57343]) : set);
}
function printToken(text) {
  return /^<[^<>"\s]+>$/.test(text) ? text : `<${JSON.stringify(text)}>`;
}
function printDelimiters(delimiters) {
  const each = delimiters.map((d) => d.token ? printToken(d.text) : JSON.stringify(d.text));
  return each.length === 1 ? each[0] ?? "" : `(${each.join(" / ")})`;
}

// src/analyze/quote-code.ts
function quoteCode(text) {
  const points = [...text];
  return `\`${points.length > 60 ? `${points.slice(0, 59).join("")}\u2026` : text}\``;
}

// src/analyze/trail.ts
function createTrails(arena) {
  let parents = null;
  return (id) => trailOf(arena, parents ??= findParents(arena), id);
}
function findParents(arena) {
  const parents = /* @__PURE__ */ new Map();
  const seen = /* @__PURE__ */ new Set([arena.root, ...arena.rules.values()]);
  for (const id of seen) {
    partsOf(nodeAt(arena, id)).forEach((child, index) => {
      if (!parents.has(child)) parents.set(child, { parent: id, index });
      seen.add(child);
    });
  }
  return parents;
}
var MaxSteps = 8;
function trailOf(arena, parents, id) {
  const first = nodeAt(arena, id);
  if (first.kind === "rule" && !first.silent) return { rule: first.name, path: first.name };
  const steps = [label(first)];
  for (let up = parents.get(id); up !== void 0; up = parents.get(up.parent)) {
    const node = nodeAt(arena, up.parent);
    if (node.kind === "rule" && !node.silent) {
      return { rule: node.name, path: writeTrail(node.name, steps) };
    }
    const many = node.kind === "sequence" || node.kind === "choice";
    steps.push(many ? `${node.kind}[${up.index}]` : label(node));
  }
  return { path: writeTrail("root", steps) };
}
function writeTrail(head, steps) {
  const shown = steps.length <= MaxSteps ? steps : [...steps.slice(0, MaxSteps - 1), "\u2026"];
  return [head, ...shown.toReversed()].join(" > ");
}
function label(node) {
  switch (node.kind) {
    case "rule":
    case "ref":
      return node.name;
    case "tag":
      return `tag ${node.tag}`;
    case "dual":
      return "dual";
    case "schema":
      return `schema ${node.name}`;
    case "json":
    case "python":
      return node.part === "value" ? node.kind : `${node.kind}-${node.part}`;
    default:
      return node.kind;
  }
}

// src/analyze/empty-repetition.ts
function findEmptyRepetitions(arena, { reading, grammar }) {
  const place = createTrails(arena);
  const found = [];
  arena.nodes.forEach((node, index) => {
    if (node.kind !== "repeat") return;
    const once2 = node.max !== null && node.max <= 1;
    if (once2 || reading[node.item] === 0 && grammar[node.item] === 0) return;
    found.push(
      diagnose(
        "empty-repetition",
        `repetition of something empty: ${quoteCode(printNode(arena, node.item))} can match nothing`,
        {
          ...place(index),
          hint: "let the item consume at least one character, or use optional(\u2026)"
        }
      )
    );
  });
  return found;
}

// src/analyze/walk.ts
var EndSet = -1;
var TooManyStacks = class extends Error {
};
var StateBits = 2 ** 22;
var StackBits = 2 ** 21;
var MaxHistories = 2 ** 10;
var MaxHistory = 3;
var Blurred = 1;
function createWalker(network) {
  const { edges, routines } = network;
  const finished = edges.length;
  const frames = [{ up: 0, to: 0, routine: -1 }];
  const frameIds = /* @__PURE__ */ new Map();
  const histories = [
    { up: 0, depth: 0 },
    { up: 1, depth: 0 }
  ];
  const historyIds = /* @__PURE__ */ new Map();
  if (finished >= StateBits - 1) throw new TooManyStacks("the network has too many states");
  const pack = (state, stack, history) => (history * StackBits + stack) * StateBits + state;
  const stateOf = (config) => config % StateBits;
  const stackOf = (config) => Math.floor(config / StateBits) % StackBits;
  const historyOf = (config) => Math.floor(config / (StateBits * StackBits));
  function push(up, to, routine) {
    const key = `${up},${to}`;
    let id = frameIds.get(key);
    if (id === void 0) {
      id = frames.push({ up, to, routine }) - 1;
      if (id >= StackBits) throw new TooManyStacks("too many stacks");
      frameIds.set(key, id);
    }
    return id;
  }
  function returned(up, to) {
    const depth = (histories[up]?.depth ?? 0) + 1;
    if (up === Blurred || depth > MaxHistory) return Blurred;
    const key = `${up},${to}`;
    let id = historyIds.get(key);
    if (id === void 0) {
      if (histories.length >= MaxHistories) return Blurred;
      id = histories.push({ up, depth }) - 1;
      historyIds.set(key, id);
    }
    return id;
  }
  function blurred(role, history) {
    return role === "later" ? Blurred : history;
  }
  function settlesOutside(stack) {
    for (let id = stack; id !== 0; id = frames[id]?.up ?? 0) {
      if (routines[frames[id]?.routine ?? -1]?.scope === true) return false;
    }
    return true;
  }
  const known2 = /* @__PURE__ */ new Map();
  function reachLater(from) {
    const places = [...from];
    const parts = places.map((place) => {
      let ready2 = known2.get(place);
      if (ready2 === void 0) known2.set(place, ready2 = walk2([place], "later", -1).ready);
      return ready2;
    });
    const [only] = parts;
    const ready = parts.length === 1 && only !== void 0 ? only : [...new Set(parts.flat())];
    return { ready, exits: false, cuts: false };
  }
  function reach(from, role, exit = -1) {
    return role === "later" ? reachLater(from) : walk2(from, role, exit);
  }
  function walk2(from, role, exit) {
    const seen = new Set(from);
    const ready = [];
    let exits = false;
    let cuts = false;
    for (const config of seen) {
      const state = stateOf(config);
      const stack = stackOf(config);
      const history = historyOf(config);
      if (state === finished) {
        ready.push(config);
        continue;
      }
      if (state === exit && stack === 0) {
        exits = true;
        continue;
      }
      let reads = false;
      for (const edge of edges[state] ?? []) {
        switch (edge.kind) {
          case "move":
            if (role === "later" && edge.greedy === true) break;
            if (edge.cut === true && settlesOutside(stack)) cuts = true;
            seen.add(pack(edge.to, stack, edge.counts === true ? blurred(role, history) : history));
            break;
          case "call":
            seen.add(
              pack(routines[edge.routine]?.entry ?? 0, push(stack, edge.to, edge.routine), history)
            );
            break;
          case "return": {
            const frame = frames[stack];
            if (stack !== 0 && frame !== void 0) seen.add(pack(frame.to, frame.up, history));
            else if (role === "later") {
              const routine = routines[edge.routine];
              for (const to of routine?.returns ?? []) seen.add(pack(to, 0, returned(history, to)));
              if (routine?.isRoot === true) seen.add(pack(finished, 0, history));
            }
            break;
          }
          default:
            reads = true;
        }
      }
      if (reads) ready.push(config);
    }
    return { ready, exits, cuts };
  }
  function steps(config) {
    const state = stateOf(config);
    if (state === finished) return [{ set: EndSet, to: config }];
    const rest = config - state;
    const found = [];
    for (const edge of edges[state] ?? []) {
      if (edge.kind === "read") {
        found.push({
          set: edge.set,
          to: edge.counts === true ? pack(edge.to, stackOf(config), Blurred) : rest + edge.to
        });
      } else if (edge.kind === "end") found.push({ set: EndSet, to: rest + edge.to });
    }
    return found;
  }
  return {
    at: (state) => pack(state, 0, 0),
    reach,
    steps,
    home(state) {
      const { ready } = reachLater([pack(state, 0, 0)]);
      return new Set(ready.filter((config) => historyOf(config) !== Blurred));
    }
  };
}

// src/analyze/partition.ts
function partition(ids, sets) {
  const starts = /* @__PURE__ */ new Map();
  const ends = /* @__PURE__ */ new Map();
  const note = (map, point, id) => {
    const list = map.get(point);
    if (list === void 0) map.set(point, [id]);
    else list.push(id);
  };
  const pieces = [];
  for (const id of new Set(ids)) {
    if (id === EndSet) pieces.push({ point: -1, sets: /* @__PURE__ */ new Set([EndSet]) });
    for (const [lo, hi] of charRanges(sets[id] ?? [])) {
      note(starts, lo, id);
      note(ends, hi + 1, id);
    }
  }
  const points = [.../* @__PURE__ */ new Set([...starts.keys(), ...ends.keys()])].toSorted((a, b) => a - b);
  const open = /* @__PURE__ */ new Set();
  const bySets = /* @__PURE__ */ new Map();
  points.forEach((point, i) => {
    for (const id of ends.get(point) ?? []) open.delete(id);
    for (const id of starts.get(point) ?? []) open.add(id);
    if (open.size === 0) return;
    const key = [...open].toSorted((a, b) => a - b).join();
    const shown = readable(point, (points[i + 1] ?? point + 1) - 1);
    const known2 = bySets.get(key);
    if (known2 === void 0) bySets.set(key, { point: shown, sets: new Set(open) });
    else if (rank(shown) < rank(known2.point)) bySets.set(key, { ...known2, point: shown });
  });
  pieces.push(...bySets.values());
  return pieces;
}
function readable(lo, hi) {
  for (const [from, to] of [
    [97, 122],
    [48, 57],
    [33, 126]
  ]) {
    if (lo <= to && hi >= from) return Math.max(lo, from);
  }
  return lo;
}
function rank(point) {
  if (point >= 97 && point <= 122) return 0;
  if (point >= 48 && point <= 57) return 1;
  return point > 32 && point < 127 ? 2 : 3;
}

// src/analyze/collision.ts
var MaxConfigs = 5e3;
function findCollision(network, walker, ways, landing) {
  const landed = landing === null ? /* @__PURE__ */ new Set() : walker.home(landing);
  const begin = ways.map(({ start }, i) => [i, [walker.at(start)]]);
  const seen = /* @__PURE__ */ new Set();
  const queue = [];
  let looked = 0;
  enqueue({
    earlier: new Map(begin.filter(([i]) => (ways[i]?.exit ?? -1) >= 0)),
    later: new Map(begin),
    before: null,
    read: 0
  });
  for (const point of queue) {
    const wins = [];
    const cuts = [];
    const earlier = /* @__PURE__ */ new Map();
    const later = /* @__PURE__ */ new Map();
    for (const [i, places] of point.earlier) {
      const reach = walker.reach(places, "earlier", ways[i]?.exit);
      if (reach.exits) wins.push(i);
      if (reach.cuts) cuts.push(i);
      earlier.set(i, reach.ready);
      looked += reach.ready.length;
    }
    for (const [i, places] of point.later) {
      const { ready } = walker.reach(places, "later");
      later.set(i, ready);
      looked += ready.length;
    }
    const found = collide("cut", point, cuts, later) ?? collide("wins", point, wins, later, landed);
    if (found !== null) return found;
    if (looked > MaxConfigs + 400 * ways.length) {
      return collide("unknown", point, [...earlier.keys()], later);
    }
    expand(point, earlier, later);
  }
  return null;
  function expand(before, earlier, later) {
    const steps = /* @__PURE__ */ new Map();
    collectMoves(walker, steps, earlier, true);
    collectMoves(walker, steps, later, false);
    for (const piece of partition(steps.keys(), network.sets)) {
      const next = { earlier: /* @__PURE__ */ new Map(), later: /* @__PURE__ */ new Map() };
      for (const set of piece.sets) {
        for (const { way, to, isEarlier } of steps.get(set) ?? []) {
          const role = isEarlier ? next.earlier : next.later;
          const places = role.get(way);
          if (places === void 0) role.set(way, [to]);
          else if (!places.includes(to)) places.push(to);
        }
      }
      enqueue({ ...next, before, read: piece.point });
    }
  }
  function enqueue(point) {
    const lastLater = Math.max(-1, ...point.later.keys());
    const earlier = new Map([...point.earlier].filter(([i]) => i < lastLater));
    const firstEarlier = Math.min(Infinity, ...earlier.keys());
    const later = new Map([...point.later].filter(([i]) => i > firstEarlier));
    if (earlier.size === 0 || later.size === 0) return;
    const key = keyOf(earlier, later);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push({ ...point, earlier, later });
  }
}
function collide(kind, point, candidates, later, harmless) {
  for (const i of candidates) {
    for (const [j, places] of later) {
      if (j <= i || places.every((place) => harmless?.has(place) === true)) continue;
      return { kind, earlier: i, later: j, text: textOf3(point) };
    }
  }
  return null;
}
function collectMoves(walker, moves, ways, isEarlier) {
  for (const [way, places] of ways) {
    for (const place of places) {
      for (const { set, to } of walker.steps(place)) {
        const list = moves.get(set);
        const move = { way, to, isEarlier };
        if (list === void 0) moves.set(set, [move]);
        else list.push(move);
      }
    }
  }
}
function keyOf(earlier, later) {
  const write = (places) => [...places].map(([i, list]) => `${i}:${list.toSorted((a, b) => a - b).join()}`).join(";");
  return `${write(earlier)}|${write(later)}`;
}
function textOf3(point) {
  const points = [];
  for (let at = point; at.before !== null; at = at.before) {
    if (at.read >= 0) points.unshift(at.read);
  }
  return String.fromCodePoint(...points);
}

// src/analyze/escape.ts
var MaxConfigs2 = 5e3;
function findEscape(network, walker, after, { way, mayEnd, absorbs }) {
  const home = absorbs ? walker.home(after) : /* @__PURE__ */ new Set();
  const absorbed = (config) => walker.reach([config], "later").ready.every((place) => home.has(place));
  const queue = [{ open: [walker.at(after)], wanted: [walker.at(way.start)], text: "" }];
  const seen = /* @__PURE__ */ new Set();
  let looked = 0;
  for (const [depth, point] of queue.entries()) {
    const { ready, exits } = walker.reach(point.wanted, "earlier", way.exit);
    if (exits) continue;
    const going = walker.reach(point.open, "later").ready;
    looked += going.length + ready.length;
    if (looked > MaxConfigs2) return point.text;
    const steps = going.flatMap((place) => walker.steps(place));
    const wanted = ready.flatMap((place) => walker.steps(place));
    const sets = [...steps, ...wanted].map((step3) => step3.set);
    for (const piece of partition(sets, network.sets)) {
      let next = steps.filter((step3) => piece.sets.has(step3.set)).map((step3) => step3.to);
      if (depth === 0 && piece.sets.has(EndSet) && mayEnd) continue;
      if (depth === 0) next = next.filter((config) => !absorbed(config));
      if (next.length === 0) continue;
      const text = piece.point < 0 ? point.text : point.text + String.fromCodePoint(piece.point);
      const begun = wanted.filter((step3) => piece.sets.has(step3.set)).map((step3) => step3.to);
      if (begun.length === 0) return text;
      const open = sorted(next);
      const rest = sorted(begun);
      const key = `${open.join()}|${rest.join()}`;
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ open, wanted: rest, text });
    }
  }
  return null;
}
function sorted(configs) {
  return [...new Set(configs)].toSorted((a, b) => a - b);
}

// src/analyze/joined-until.ts
function findJoinedUntils(arena) {
  const uses = /* @__PURE__ */ new Map();
  for (const node of arena.nodes) {
    for (const part of partsOf(node)) uses.set(part, (uses.get(part) ?? 0) + 1);
  }
  const joined2 = /* @__PURE__ */ new Set();
  for (const node of arena.nodes) {
    if (node.kind !== "sequence") continue;
    node.items.forEach((item, i) => {
      const id = untilInside(arena, uses, item);
      const next = node.items[i + 1];
      if (id === null || next === void 0) return;
      const { delimiters } = nodeAt(arena, id);
      const text = leadingText(arena, next);
      if (delimiters.some((d) => text.startsWith(d.text))) joined2.add(id);
    });
  }
  return joined2;
}
function untilInside(arena, uses, start) {
  let id = start;
  for (; ; ) {
    const node = nodeAt(arena, id);
    if ((uses.get(id) ?? 0) > 1) return null;
    if (node.kind === "until") return id;
    if (node.kind !== "tag" && node.kind !== "atomic") return null;
    id = node.item;
  }
}
function leadingText(arena, start) {
  let id = start;
  for (; ; ) {
    const node = nodeAt(arena, id);
    if (node.kind === "literal") return node.text;
    if (node.kind === "sequence" && node.items[0] !== void 0) id = node.items[0];
    else if (node.kind === "tag" || node.kind === "atomic") id = node.item;
    else return "";
  }
}

// src/analyze/late-start.ts
function findLateNodes(arena) {
  const late = /* @__PURE__ */ new Set();
  const early = /* @__PURE__ */ new Set([arena.root]);
  const visit = (id, isLate) => void (isLate ? late : early).add(id);
  for (const id of early) spread(id, false);
  for (const id of late) spread(id, true);
  return late;
  function spread(id, isLate) {
    const node = nodeAt(arena, id);
    if (node.kind === "ref") return visit(node.target, isLate);
    if (node.kind !== "sequence") {
      for (const part of partsOf(node)) visit(part, isLate || node.kind === "repeat");
      return;
    }
    let behind = isLate;
    for (const item of node.items) {
      visit(item, behind);
      behind ||= mayConsume(arena, item);
    }
  }
}
function mayConsume(arena, id) {
  const { kind } = nodeAt(arena, id);
  return kind !== "start" && kind !== "eps" && kind !== "cut" && kind !== "peek" && kind !== "not";
}

// src/analyze/automata.ts
function drawLiteral(pen, from, text) {
  let at = from;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    const next = pen.state();
    pen.read(at, [point, point], next);
    at = next;
  }
  return at;
}
function drawUntil(pen, from, delimiters) {
  const after = pen.state();
  drawAutomaton(pen, from, delimiters, (state) => pen.move(state, after), null);
  return after;
}
function drawThrough(pen, from, delimiters) {
  const after = pen.state();
  drawAutomaton(pen, from, delimiters, () => {
  }, after);
  return after;
}
function drawAutomaton(pen, from, delimiters, visit, found) {
  const texts = delimiters.map((d) => [...d.text].map((c) => c.codePointAt(0) ?? 0));
  const alphabet = [...new Set(texts.flat())].toSorted((a, b) => a - b);
  const others = complement(charSet(alphabet.map((point) => [point, point])));
  const states = /* @__PURE__ */ new Map();
  const waiting = [];
  function stateOf(pendingText) {
    const key = pendingText.join();
    let state = states.get(key);
    if (state !== void 0) return state;
    states.set(key, state = pen.state());
    waiting.push(pendingText);
    return state;
  }
  pen.move(from, stateOf([]));
  for (const pendingText of waiting) {
    const state = stateOf(pendingText);
    visit(state);
    const targets = /* @__PURE__ */ new Map([[stateOf([]), others]]);
    for (const point of alphabet) {
      const text = [...pendingText, point];
      const complete = texts.some((d) => endsWith(text, d));
      if (complete && found !== null) pen.read(state, [point, point], found);
      const longer = longestPending(text, texts);
      if (complete && (found === null || longer.length === 0)) continue;
      const to = stateOf(longer);
      targets.set(to, union(targets.get(to) ?? [], [point, point]));
    }
    for (const [to, set] of targets) pen.read(state, set, to);
  }
}
function endsWith(text, end) {
  const skip2 = text.length - end.length;
  return skip2 >= 0 && end.every((point, i) => text[skip2 + i] === point);
}
function longestPending(text, delimiters) {
  for (let start = 0; start < text.length; start++) {
    const end = text.slice(start);
    if (delimiters.some((d) => d.length > end.length && end.every((point, i) => d[i] === point))) {
      return end;
    }
  }
  return [];
}
var hex = [48, 57, 65, 70, 97, 102];
function drawStringContent(pen, from, { quote: quote2, flavour }) {
  const python = flavour === "python";
  const loop = pen.state();
  const escape3 = pen.state();
  const after = pen.state();
  const outside = charSet([
    [quote2.charCodeAt(0), quote2.charCodeAt(0)],
    [92, 92],
    ...python ? [
      [10, 10],
      [13, 13]
    ] : [[0, 31]]
  ]);
  pen.move(from, loop);
  pen.read(loop, complement(outside), loop);
  pen.read(loop, [92, 92], escape3);
  pen.move(loop, after);
  const plain2 = python ? `"'\\abfnrtv0
` : '"\\/bfnrt';
  pen.read(
    escape3,
    charSet([...plain2].map((c) => [c.charCodeAt(0), c.charCodeAt(0)])),
    loop
  );
  for (const [letter, digits2] of python ? [
    ["u", 4],
    ["x", 2],
    ["U", 8]
  ] : [["u", 4]]) {
    let at = pen.state();
    pen.read(escape3, [letter.charCodeAt(0), letter.charCodeAt(0)], at);
    for (let i = 0; i < digits2; i++) {
      const next = i === digits2 - 1 ? loop : pen.state();
      pen.read(at, hex, next);
      at = next;
    }
  }
  return after;
}
function drawOverlaps(pen, delimiters) {
  const rests = /* @__PURE__ */ new Map();
  for (const delimiter of delimiters) {
    const points = [...delimiter];
    for (let i = 1; i < points.length; i++) {
      const begun = points.slice(0, i).join("");
      const rest = points.slice(i).join("");
      if (delimiters.some((d) => begun.includes(d))) break;
      const encloses = delimiters.some((d) => d !== rest && rest.startsWith(d));
      rests.set(rest, encloses || rests.get(rest) === true);
    }
  }
  return [...rests].map(([rest, encloses]) => ({ ...drawWay(pen, rest), encloses }));
}
function drawTails(pen, delimiters) {
  const tails = /* @__PURE__ */ new Set();
  for (const outer of delimiters) {
    for (const inner of delimiters) {
      for (let at = outer.indexOf(inner, 1); at > 0; at = outer.indexOf(inner, at + 1)) {
        const tail = outer.slice(at + inner.length);
        if (tail !== "") tails.add(tail);
      }
    }
  }
  return [...tails].map((tail) => ({ ...drawWay(pen, tail), encloses: true }));
}
function drawWay(pen, text) {
  const start = pen.state();
  return { start, exit: drawLiteral(pen, start, text) };
}

// src/analyze/network.ts
var MaxSpelled = 32;
var every = [0, MaxCodePoint];
function createNetwork(arena) {
  const edges = [];
  const sets = [];
  const setIds = /* @__PURE__ */ new Map();
  const routines = [];
  const routineOf = /* @__PURE__ */ new Map();
  const pending = [];
  const questions = [];
  const shared = findShared(arena);
  const live2 = findLive(arena);
  const pen = {
    state: () => edges.push([]) - 1,
    move: (from, to) => void edges[from]?.push({ kind: "move", to }),
    read(from, set, to) {
      if (set.length > 0) edges[from]?.push({ kind: "read", to, set: idOf(set) });
    }
  };
  function idOf(set) {
    const key = set.join();
    let id = setIds.get(key);
    if (id === void 0) setIds.set(key, id = sets.push(set) - 1);
    return id;
  }
  function ask(question, where) {
    if (where === "live") questions.push(question);
  }
  function routine(id, isRoot = false) {
    let index = routineOf.get(id);
    if (index !== void 0) return index;
    const scope = nodeAt(arena, id).kind === "rule";
    index = routines.push({ entry: pen.state(), returns: [], isRoot, scope }) - 1;
    routineOf.set(id, index);
    pending.push({ id, routine: index, where: live2.has(id) ? "live" : "lookahead" });
    return index;
  }
  function call(id, from, where) {
    const to = pen.state();
    const index = routine(id);
    edges[from]?.push({ kind: "call", to, routine: index });
    if (where === "live") routines[index]?.returns.push(to);
    return to;
  }
  function draw(id, from, where) {
    const node = nodeAt(arena, id);
    if (node.kind === "rule" || shared.has(id)) return call(id, from, where);
    return drawInside(node, id, from, where);
  }
  function drawInside(node, id, from, where) {
    switch (node.kind) {
      case "sequence": {
        let at = from;
        for (const item of node.items) at = draw(item, at, where);
        return at;
      }
      case "choice": {
        const starts = node.items.map(() => pen.state());
        const after = pen.state();
        const exits = [];
        for (const [i, item] of node.items.entries()) {
          pen.move(from, starts[i] ?? from);
          exits.push(pen.state());
          pen.move(draw(item, starts[i] ?? from, where), exits[i] ?? after);
          pen.move(exits[i] ?? after, after);
        }
        ask({ kind: "choice", id, starts, exits, after }, where);
        return after;
      }
      case "repeat": {
        const { item, min, max } = node;
        const [start, exit, after] = [pen.state(), pen.state(), pen.state()];
        if (max !== 0) {
          pen.move(from, start);
          pen.move(draw(item, start, where), exit);
          if (max !== 1) {
            const counts = min > 1 || max !== null ? { counts: true } : {};
            edges[exit]?.push({ kind: "move", to: start, ...counts });
          }
          pen.move(exit, after);
        }
        if (min === 0) pen.move(from, after);
        if (max !== min) {
          const landing = max === null ? exit : after;
          ask({ kind: "loop", id, start, exit, after, landing }, where);
        }
        return after;
      }
      case "peek":
      case "not": {
        const start = pen.state();
        const exit = draw(node.item, start, "lookahead");
        ask(
          { kind: "lookahead", id, negative: node.kind === "not", start, exit, after: from },
          where
        );
        return from;
      }
      case "literal":
      case "token":
        return drawLiteral(pen, from, node.text);
      case "chars":
        return drawRun(id, node.set, node.min, node.max, from, where);
      case "any":
        return drawRun(id, every, 1, 1, from, where);
      case "space":
        return drawSpace(id, from, where);
      case "rest":
        return drawText(id, drawRun(id, every, 0, null, from, "lookahead"), [], true, where);
      case "until":
        return drawText(id, drawUntil(pen, from, node.delimiters), node.delimiters, true, where);
      case "through":
        return drawThroughNode(node, id, from, where);
      case "stringContent":
        return drawText(
          id,
          drawStringContent(pen, from, node),
          [{ text: node.quote }],
          false,
          where
        );
      case "start":
        ask({ kind: "start", id, after: from }, where);
        return from;
      case "end": {
        const after = pen.state();
        edges[from]?.push({ kind: "end", to: after });
        ask({ kind: "end", id, after }, where);
        return after;
      }
      case "cut": {
        const after = pen.state();
        if (where === "lookahead") return from;
        edges[from]?.push({ kind: "move", to: after, cut: true });
        return after;
      }
      case "dual":
      case "schema":
        return draw(node.strict, from, where);
      case "recover":
        return pen.state();
      case "atomic":
      case "tag":
      case "rule":
      case "gbnf":
      case "json":
      case "python":
        return draw(node.item, from, where);
      case "ref":
        return call(node.target, from, where);
      case "eps":
        return from;
      default:
        return assertNever(node);
    }
  }
  function drawText(id, after, ends, mayEnd, where) {
    if (where !== "live") return after;
    const [start, exit] = [pen.state(), pen.state()];
    for (const { text } of ends) pen.move(drawLiteral(pen, start, text), exit);
    const overlaps = drawOverlaps(
      pen,
      ends.map((d) => d.text)
    );
    ask({ kind: "text", id, start, exit, after, mayEnd, overlaps }, where);
    return after;
  }
  function drawThroughNode(node, id, from, where) {
    const after = drawThrough(pen, from, node.delimiters);
    const texts = node.delimiters.map((d) => d.text);
    if (where === "live")
      ask({ kind: "through", id, after, overlaps: drawTails(pen, texts) }, where);
    return after;
  }
  function drawRun(id, set, min, max, from, where) {
    let at = from;
    for (let i = 0; i < Math.min(min, MaxSpelled); i++) {
      const next = pen.state();
      pen.read(at, set, next);
      at = next;
    }
    const after = pen.state();
    pen.move(at, after);
    if (max === min) return min > MaxSpelled ? loopOn(at, set, min, after) : after;
    const [start, exit] = [pen.state(), pen.state()];
    pen.read(start, set, exit);
    ask({ kind: "loop", id, start, exit, after, landing: after }, where);
    if (max === null || max - min > MaxSpelled || min > MaxSpelled)
      return loopOn(at, set, min, after);
    for (let i = min; i < max; i++) {
      const next = pen.state();
      pen.read(at, set, next);
      pen.move(next, after);
      at = next;
    }
    return after;
  }
  function loopOn(at, set, min, after) {
    const counts = min > MaxSpelled ? { counts: true } : {};
    if (set.length > 0) edges[at]?.push({ kind: "read", to: at, set: idOf(set), ...counts });
    return after;
  }
  function drawSpace(id, from, where) {
    const after = pen.state();
    const [start, exit] = [pen.state(), pen.state()];
    pen.read(start, SpaceSet, exit);
    ask({ kind: "loop", id, start, exit, after, landing: after }, where);
    for (const set of [GapSet, SpaceSet]) {
      const loop = pen.state();
      edges[from]?.push({ kind: "move", to: loop, ...set === SpaceSet ? { greedy: true } : {} });
      pen.read(loop, set, loop);
      pen.move(loop, after);
    }
    return after;
  }
  routine(arena.root, true);
  for (const { id, routine: index, where } of pending) {
    const exit = drawInside(nodeAt(arena, id), id, routines[index]?.entry ?? 0, where);
    edges[exit]?.push({ kind: "return", routine: index });
  }
  return { edges, sets, routines, questions };
}
function findShared(arena) {
  const once2 = /* @__PURE__ */ new Set();
  const shared = /* @__PURE__ */ new Set();
  for (const node of arena.nodes) {
    for (const part of partsOf(node)) {
      if (once2.has(part)) shared.add(part);
      once2.add(part);
    }
  }
  return shared;
}
function findLive(arena) {
  const live2 = /* @__PURE__ */ new Set([arena.root]);
  for (const id of live2) {
    const node = nodeAt(arena, id);
    if (node.kind === "recover" || node.kind === "peek" || node.kind === "not") continue;
    for (const child of childrenOf2(node, "grammar")) live2.add(child);
  }
  return live2;
}

// src/analyze/plain-prefix.ts
var MaxDepth = 64;
function isPlainPrefix(arena, id, last = true, depth = 0) {
  if (depth > MaxDepth) return false;
  const node = nodeAt(arena, id);
  const inside = (item, isLast) => isPlainPrefix(arena, item, isLast, depth + 1);
  switch (node.kind) {
    case "eps":
    case "literal":
    case "any":
      return true;
    case "chars":
      return node.min <= 32 && (last || node.min === node.max);
    case "sequence":
      return node.items.every((item, i) => inside(item, last && i === node.items.length - 1));
    case "choice":
      return last && node.items.every((item) => inside(item, true));
    case "repeat":
      return last && node.min <= 1 && inside(node.item, true);
    case "atomic":
    case "tag":
    case "rule":
      return inside(node.item, last);
    case "ref":
      return inside(node.target, last);
    default:
      return false;
  }
}

// src/analyze/gbnf-loss.ts
function findGbnfLoss(arena) {
  const network = createNetwork(arena);
  const walker = bounded(null, () => createWalker(network));
  if (walker === null) return [tooLarge()];
  const scene = {
    arena,
    network,
    walker,
    joined: findJoinedUntils(arena),
    late: findLateNodes(arena),
    place: createTrails(arena)
  };
  const found = /* @__PURE__ */ new Map();
  for (const question of network.questions) {
    const diagnostic = answer(scene, question);
    if (diagnostic !== null) found.set(`${diagnostic.code} ${question.id}`, diagnostic);
  }
  return [...found.values()];
}
function bounded(otherwise, ask) {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof TooManyStacks)) throw error;
    return otherwise;
  }
}
function tooLarge() {
  return diagnose("gbnf-lossy-order", "the grammar is too large to show that it loses nothing", {
    hint: "shorten its longest delimiters and literals"
  });
}
function answer(scene, question) {
  switch (question.kind) {
    case "choice":
      return answerChoice(scene, question);
    case "loop":
      return answerLoop(scene, question);
    case "text":
      return answerText(scene, question);
    case "through":
      return answerOverlaps(scene, question.id, question.after, question.overlaps);
    case "lookahead":
      return answerLookahead(scene, question);
    case "end":
      return answerEnd(scene, question);
    case "start":
      return scene.late.has(question.id) ? lossy(scene, question.id, "gbnf-lossy-lookahead", "text may stand before the start", {
        hint: "put start() at the beginning of the grammar, or leave it out"
      }) : null;
  }
}
function answerChoice(scene, { id, starts, exits, after }) {
  const ways = starts.map((start, i) => ({ start, exit: exits[i] ?? -1 }));
  const found = collide2(scene, ways, after);
  if (found === null) return null;
  const node = nodeAt(scene.arena, id);
  const items2 = node.kind === "choice" ? node.items : [];
  const name = (i) => show(scene, items2[i] ?? id);
  const earlier = name(found.earlier);
  const later = name(found.later);
  if (found.kind === "cut") return lossyCut(scene, id, earlier, later, found.text);
  return lossy(
    scene,
    id,
    "gbnf-lossy-order",
    found.kind === "unknown" ? `${later} begins much like ${earlier}; the parser may take the earlier one, the grammar admits both` : `the parser takes ${earlier} where the grammar also admits ${later}`,
    {
      related: [example(found)],
      hint: "let the alternatives begin differently, or put the longer one first and name what follows both"
    }
  );
}
function answerLoop(scene, question) {
  const { id, start, exit, after, landing } = question;
  const found = collide2(
    scene,
    [
      { start, exit },
      { start: after, exit: -1 }
    ],
    landing
  );
  if (found === null) return null;
  const shown = show(scene, id);
  if (found.kind === "cut") return lossyCut(scene, id, shown, "what follows it", found.text);
  return lossy(
    scene,
    id,
    "gbnf-lossy-repetition",
    `${shown} reads on where the grammar also admits what follows it`,
    {
      related: [example(found)],
      hint: "let what follows begin with something that cannot be repeated"
    }
  );
}
function answerText(scene, question) {
  const { id, start, exit, after, mayEnd, overlaps } = question;
  const shown = show(scene, id);
  const way = { start, exit };
  const { kind } = nodeAt(scene.arena, id);
  if (kind === "rest") {
    const text2 = escape2(scene, after, { way, mayEnd, absorbs: true });
    return text2 === null ? null : lossy(
      scene,
      id,
      "gbnf-lossy-repetition",
      `${shown} takes all text, but something may follow it`,
      {
        related: [`for example ${quote(text2)} may follow`],
        hint: "put rest() at the end, or use until(\u2026)"
      }
    );
  }
  const text = escape2(scene, after, { way, mayEnd, absorbs: kind === "until" });
  if (text !== null) {
    return lossy(
      scene,
      id,
      "gbnf-lossy-until",
      `what follows ${shown} need not begin with what ends it`,
      {
        related: [`for example ${quote(text)} may follow`],
        hint: kind === "until" ? "let a delimiter follow, or the end; or add what follows to the delimiters" : "let the closing quote follow"
      }
    );
  }
  return answerOverlaps(scene, id, after, overlaps);
}
function answerOverlaps(scene, id, after, overlaps) {
  for (const overlap of overlaps) {
    if (scene.joined.has(id) && !overlap.encloses) continue;
    const found = collide2(scene, [overlap, { start: after, exit: -1 }], null);
    if (found === null) continue;
    return lossy(
      scene,
      id,
      "gbnf-lossy-until",
      `a delimiter of ${show(scene, id)} may begin inside its text`,
      {
        related: [`for example where ${quote(found.text)} follows`],
        hint: "write the delimiter directly behind until(\u2026)"
      }
    );
  }
  return null;
}
function answerLookahead(scene, question) {
  const { id, negative, start, exit, after } = question;
  const shown = show(scene, id);
  if (negative) {
    const found = collide2(
      scene,
      [
        { start, exit },
        { start: after, exit: -1 }
      ],
      null
    );
    return found === null ? null : lossy(scene, id, "gbnf-lossy-lookahead", `the grammar also admits what ${shown} forbids`, {
      related: [example(found)],
      hint: "write a class or an until(\u2026) that leaves it out"
    });
  }
  const node = nodeAt(scene.arena, id);
  const plain2 = node.kind === "peek" && isPlainPrefix(scene.arena, node.item);
  const text = plain2 ? escape2(scene, after, { way: { start, exit }, mayEnd: false, absorbs: false }) : "";
  return text === null ? null : lossy(
    scene,
    id,
    "gbnf-lossy-lookahead",
    `the grammar does not demand what ${shown} demands`,
    {
      related: text === "" ? [] : [`for example it admits ${quote(text)}`],
      hint: "let what is demanded follow directly, or leave the lookahead out"
    }
  );
}
function answerEnd(scene, { id, after }) {
  const { network, walker } = scene;
  const goesOn = bounded(
    true,
    () => walker.reach([walker.at(after)], "later").ready.some(
      (place) => walker.steps(place).some((step3) => network.sets[step3.set] !== void 0)
    )
  );
  return goesOn ? lossy(scene, id, "gbnf-lossy-lookahead", "the grammar admits text behind end()", {
    hint: "put end() where nothing can follow"
  }) : null;
}
function collide2({ network, walker }, ways, landing) {
  const unknown = { kind: "unknown", earlier: 0, later: ways.length - 1, text: "" };
  return bounded(unknown, () => findCollision(network, walker, ways, landing));
}
function escape2({ network, walker }, after, demand) {
  return bounded("", () => findEscape(network, walker, after, demand));
}
function lossyCut(scene, id, earlier, later, text) {
  return lossy(
    scene,
    id,
    "gbnf-lossy-cut",
    `a cut in ${earlier} excludes ${later}, which the grammar still admits`,
    {
      related: [`the cut comes ${text === "" ? "first" : `after ${quote(text)}`}`],
      hint: "put the cut behind what only this alternative begins with"
    }
  );
}
function lossy({ place }, id, code, message, { related = [], hint }) {
  return diagnose(code, message, {
    ...place(id),
    ...related.length === 0 ? {} : { related },
    hint
  });
}
function example({ kind, text }) {
  if (kind === "unknown") return `both were followed as far as ${quote(text)}`;
  if (text === "") return "for example at once: the empty text matches";
  return `for example where the text goes on with ${quote(text)}`;
}
function show({ arena }, id) {
  return quoteCode(printNode(arena, id));
}

// src/analyze/follow.ts
function findFollow(arena, view, { first, nullable, cutPrefix }) {
  const follow2 = /* @__PURE__ */ new Map();
  const grown2 = [];
  function add(id, more) {
    const known2 = follow2.get(id);
    if (known2 === void 0) follow2.set(id, more.slice());
    else if (!addFirst(known2, more)) return;
    grown2.push(id);
  }
  function addSequence(items2, behind) {
    let next = behind;
    for (const item of items2.toReversed()) {
      add(item, next);
      const own = first[item] ?? emptyFirst();
      if (cutPrefix[item] === 1) next = anyFirst();
      else if (nodeAt(arena, item).kind === "end") next = endFirst();
      else next = nullable[item] === 1 ? joinFirst(own, next) : own;
    }
  }
  add(arena.root, anyFirst());
  for (let id = grown2.pop(); id !== void 0; id = grown2.pop()) {
    const node = nodeAt(arena, id);
    const behind = follow2.get(id) ?? anyFirst();
    if (node.kind === "sequence") addSequence(node.items, behind);
    else if (node.kind === "repeat" && node.max !== 1) {
      add(node.item, joinFirst(first[node.item] ?? emptyFirst(), behind));
    } else {
      const inside = node.kind === "peek" || node.kind === "not" ? anyFirst() : behind;
      for (const child of childrenOf2(node, view)) add(child, inside);
    }
  }
  return follow2;
}

// src/analyze/extent.ts
function createExtents(arena, view) {
  const known2 = /* @__PURE__ */ new Map();
  const open = /* @__PURE__ */ new Set();
  function extentOf(id) {
    const found = known2.get(id);
    if (found !== void 0) return found;
    if (open.has(id)) return { long: true, cuts: false };
    open.add(id);
    const extent = measure(nodeAt(arena, id));
    open.delete(id);
    known2.set(id, extent);
    return extent;
  }
  function measure(node) {
    switch (node.kind) {
      case "cut":
        return { long: false, cuts: true };
      case "until":
      case "through":
      case "rest":
      case "stringContent":
        return { long: true, cuts: false };
      case "chars":
        return { long: node.max === null && !isBlank2(node.set), cuts: false };
      case "sequence": {
        let long = false;
        for (const item of node.items) {
          const extent = extentOf(item);
          long ||= extent.long;
          if (extent.cuts) return { long, cuts: true };
        }
        return { long, cuts: false };
      }
      case "choice": {
        const extents = node.items.map(extentOf);
        return {
          long: extents.some((extent) => extent.long),
          cuts: extents.length > 0 && extents.every((extent) => extent.cuts)
        };
      }
      case "repeat": {
        const { long, cuts } = extentOf(node.item);
        return { long: long || node.max === null && !cuts, cuts: cuts && node.min > 0 };
      }
      case "rule":
        return { long: isEndless(node.item), cuts: false };
      case "ref":
        return { long: isEndless(node.target), cuts: false };
      case "peek":
      case "not":
        return { long: false, cuts: false };
      default: {
        const [item] = childrenOf2(node, view);
        return item === void 0 ? { long: false, cuts: false } : extentOf(item);
      }
    }
  }
  const endless = /* @__PURE__ */ new Map();
  function isEndless(start) {
    const found = endless.get(start);
    if (found !== void 0) return found;
    endless.set(start, true);
    const seen = /* @__PURE__ */ new Set([start]);
    let result = false;
    for (const id of seen) {
      const node = nodeAt(arena, id);
      if (node.kind === "repeat" ? node.max === null : measureLeaf(node)) result = true;
      for (const child of childrenOf2(node, view)) {
        if (child === start) result = true;
        seen.add(child);
      }
      if (result) break;
    }
    endless.set(start, result);
    return result;
  }
  function measureLeaf(node) {
    return childrenOf2(node, view).length === 0 && node.kind !== "cut" && measure(node).long;
  }
  return extentOf;
}
function isBlank2(set) {
  return intersect(set, SpaceSet).join() === set.join();
}

// src/analyze/late-commit.ts
function findLateCommits(arena) {
  const table = findFirst(arena, "reading");
  const follow2 = findFollow(arena, "reading", table);
  const extentOf = createExtents(arena, "reading");
  const place = createTrails(arena);
  const found = [];
  const regular = findRegular(arena);
  function tell(id, item, what) {
    if (!regular.has(id) || nodeAt(arena, item).kind === "recover") return;
    if (!extentOf(item).long) return;
    const shown = quoteCode(printNode(arena, item));
    found.push(
      diagnose("late-commit", `${shown} may read without bound before ${what} is settled`, {
        ...place(id),
        hint: "put cut() behind what only this can begin with"
      })
    );
  }
  for (const [id, behind] of follow2) {
    const node = nodeAt(arena, id);
    if (node.kind === "choice") {
      const held = findHeld(node.items, table);
      node.items.forEach((item, i) => {
        if (held[i] === true) tell(id, item, "the choice");
      });
    } else if (node.kind === "repeat" && node.min !== node.max) {
      const { first, nullable, cutPrefix } = table;
      const decided = nullable[node.item] === 0 && cutPrefix[node.item] === 0 && disjoint(first[node.item] ?? emptyFirst(), behind);
      if (!decided) tell(id, node.item, node.max === 1 ? "the option" : "the repetition");
    }
  }
  return found;
}
function findHeld(items2, { first, nullable, cutPrefix }) {
  const dispatched = items2.every((id) => nullable[id] === 0 && cutPrefix[id] === 0);
  let later = emptyFirst();
  const held = [];
  for (let i = items2.length - 1; i >= 0; i--) {
    const own = first[items2[i] ?? 0] ?? emptyFirst();
    held[i] = i < items2.length - 1 && !(dispatched && disjoint(own, later));
    later = joinFirst(later, own);
  }
  return held;
}
function findRegular(arena) {
  const regular = /* @__PURE__ */ new Set([arena.root]);
  for (const id of regular) {
    const node = nodeAt(arena, id);
    if (node.kind === "recover") continue;
    for (const child of childrenOf2(node, "reading")) regular.add(child);
  }
  return regular;
}

// src/analyze/left-recursion.ts
function findLeftRecursion2(arena, nullable) {
  const place = createTrails(arena);
  const found = [];
  const told = /* @__PURE__ */ new Set();
  for (const view of viewsOf(arena)) {
    for (const { closing, names: names2 } of findCycles(arena, view, nullable[view])) {
      if (told.has(closing)) continue;
      told.add(closing);
      const [first = ""] = names2;
      found.push(
        diagnose(
          "left-recursion",
          `the rule ${JSON.stringify(first)} reaches itself without consuming text`,
          {
            ...place(closing),
            ...names2.length > 1 ? { related: [`by way of ${[...names2, first].join(" > ")}`] } : {},
            hint: "begin with what is always there, and repeat the rest with zeroOrMore"
          }
        )
      );
    }
  }
  return found;
}
var Open = 1;
var Done = 2;
function findCycles(arena, view, nullable) {
  const cycles = [];
  const states = new Uint8Array(arena.nodes.length);
  const way = [];
  const enter = (id) => {
    states[id] = Open;
    way.push({ id, leaders: leadersOf(nodeAt(arena, id), view, nullable), next: 0 });
  };
  for (const start of [arena.root, ...arena.rules.values()]) {
    if (states[start] !== Done) enter(start);
    for (let top = way.at(-1); top !== void 0; top = way.at(-1)) {
      const leader = top.leaders[top.next++];
      if (leader === void 0) {
        way.pop();
        states[top.id] = Done;
      } else if (states[leader] === Open) {
        const round = way.slice(way.findIndex(({ id }) => id === leader));
        const ids = round.map(({ id }) => id);
        cycles.push({ closing: top.id, names: namesOf(arena, ids) });
      } else if (states[leader] !== Done) enter(leader);
    }
  }
  return cycles;
}
function namesOf(arena, ids) {
  const names2 = [];
  for (const id of ids) {
    const node = nodeAt(arena, id);
    if (node.kind === "rule") names2.push(node.name);
  }
  return names2;
}
function leadersOf(node, view, nullable) {
  if (node.kind === "recover" && view === "grammar") return [];
  if (node.kind !== "sequence") return childrenOf2(node, view);
  const stop2 = node.items.findIndex((item) => nullable[item] === 0);
  return stop2 < 0 ? node.items : node.items.slice(0, stop2 + 1);
}

// src/analyze/nesting.ts
var MaxNesting = 1e3;
function findDeepNesting(arena) {
  const depths = measureDepths(arena);
  const starts = /* @__PURE__ */ new Set([arena.root, ...arena.rules.values()]);
  const deep = [...starts].filter((id) => (depths[id] ?? 0) > MaxNesting + 1);
  if (deep.length === 0) return [];
  const place = createTrails(arena);
  return deep.map(
    (id) => diagnose(
      "nesting-limit",
      `combinators stand ${depths[id] ?? 0} deep inside each other, more than ${MaxNesting}`,
      { ...place(id), hint: "give an inner part a name with rule(name, \u2026)" }
    )
  );
}
function measureDepths(arena) {
  const depths = new Uint32Array(arena.nodes.length);
  const stack = [];
  for (const start of arena.nodes.keys()) {
    stack.push(start);
    for (let id = stack.at(-1); id !== void 0; id = stack.at(-1)) {
      if (depths[id] === 0) measure(id);
      if (depths[id] !== 0) stack.pop();
    }
  }
  return depths;
  function measure(id) {
    let deepest = 0;
    const known2 = stack.length;
    for (const part of partsOf(nodeAt(arena, id))) {
      if (nodeAt(arena, part).kind === "rule") continue;
      const depth = depths[part] ?? 0;
      if (depth === 0) stack.push(part);
      deepest = Math.max(deepest, depth);
    }
    if (stack.length === known2) depths[id] = deepest + 1;
  }
}

// src/analyze/shadowed-choice.ts
function findShadowedChoices(arena) {
  const place = createTrails(arena);
  const found = [];
  arena.nodes.forEach((node, index) => {
    if (node.kind !== "choice") return;
    node.items.forEach((later, j) => {
      const earlier = node.items.slice(0, j).find((item) => covers(arena, item, later));
      if (earlier === void 0) return;
      const [won, lost] = [earlier, later].map((id) => quoteCode(printNode(arena, id)));
      const always = neverFails(arena, earlier);
      const at = place(index);
      found.push(
        diagnose(
          "unreachable-choice",
          `${lost} is never reached: ${won} ${always ? "always matches" : "matches first"}`,
          {
            ...at,
            path: `${at.path}[${j}]`,
            hint: always ? "put what always matches last" : "put the longer alternative in front of its beginning"
          }
        )
      );
    });
  });
  return found;
}
var MaxDepth2 = 64;
function covers(arena, earlier, later) {
  if (neverFails(arena, earlier)) return true;
  const won = wholeText(arena, earlier);
  if (won !== null) {
    const lost2 = leading(arena, later);
    return lost2?.text?.startsWith(won) === true;
  }
  const set = wholeClass(arena, earlier);
  if (set === null) return false;
  const lost = leading(arena, later);
  const begin = lost?.text === void 0 ? lost?.set : firstPoint2(lost.text);
  return begin !== void 0 && begin.length > 0 && intersect(begin, complement(set)).length === 0;
}
function neverFails(arena, id, depth = 0) {
  if (depth > MaxDepth2) return false;
  const node = nodeAt(arena, id);
  const inside = (item) => neverFails(arena, item, depth + 1);
  switch (node.kind) {
    case "eps":
    case "space":
    case "until":
    case "rest":
    case "cut":
      return true;
    case "chars":
      return node.min === 0;
    // An item with a cut may fail the whole repetition.
    case "repeat":
      return inside(node.item) || node.min === 0 && !hasCut(arena, node.item, depth);
    case "sequence":
      return node.items.every(inside);
    case "choice":
      return node.items.some(
        (item, i) => inside(item) && !node.items.slice(0, i).some((other) => hasCut(arena, other, depth))
      );
    case "atomic":
    case "tag":
    case "rule":
    case "gbnf":
    case "peek":
    case "recover":
      return inside(node.item);
    case "ref":
      return inside(node.target);
    default:
      return false;
  }
}
function hasCut(arena, id, depth) {
  if (depth > MaxDepth2) return true;
  const node = nodeAt(arena, id);
  if (node.kind === "cut") return true;
  if (node.kind === "rule" || node.kind === "ref" || node.kind === "peek" || node.kind === "not")
    return false;
  return childrenOf2(node, "reading").some((child) => hasCut(arena, child, depth + 1));
}
function wholeText(arena, start) {
  const node = nodeAt(arena, behindNames(arena, start));
  if (node.kind === "literal") return node.text;
  if (node.kind !== "sequence" || node.items.length !== 1) return null;
  return node.items[0] === void 0 ? null : wholeText(arena, node.items[0]);
}
function wholeClass(arena, start) {
  const node = nodeAt(arena, behindNames(arena, start));
  if (node.kind === "any") return complement([]);
  return node.kind === "chars" && node.min === 1 ? node.set : null;
}
function leading(arena, start) {
  const node = nodeAt(arena, behindNames(arena, start));
  if (node.kind === "literal" || node.kind === "token") return { text: node.text };
  if (node.kind === "chars" && node.min > 0) return { set: node.set };
  if (node.kind === "repeat" && node.min > 0) return leading(arena, node.item);
  const [head] = node.kind === "sequence" ? node.items : [];
  return head === void 0 ? null : leading(arena, head);
}
function behindNames(arena, start) {
  let id = start;
  for (let steps = 0; steps < MaxDepth2; steps++) {
    const node = nodeAt(arena, id);
    if (node.kind === "ref") id = node.target;
    else if (node.kind === "tag" || node.kind === "atomic" || node.kind === "rule") id = node.item;
    else break;
  }
  return id;
}
function firstPoint2(text) {
  const point = text.codePointAt(0);
  return point === void 0 ? [] : [point, point];
}

// src/analyze/unreachable-rule.ts
function findReachable(arena) {
  const seen = /* @__PURE__ */ new Set([arena.root]);
  for (const id of seen) {
    const node = nodeAt(arena, id);
    if (node.kind === "ref") seen.add(node.target);
    else for (const part of partsOf(node)) seen.add(part);
  }
  return seen;
}
function findUnreachableRules(arena) {
  const reachable = findReachable(arena);
  const found = [];
  for (const [name, id] of arena.rules) {
    const node = nodeAt(arena, id);
    if (reachable.has(id) || node.kind === "rule" && node.silent) continue;
    found.push(
      diagnose("unreachable-rule", `no rule leads to ${JSON.stringify(name)} from the root`, {
        rule: name,
        path: name,
        hint: `use ref(${JSON.stringify(name)}) where it belongs, or leave the rule out`
      })
    );
  }
  return found;
}

// src/analyze/analyse.ts
function findErrors(arena) {
  const deep = findDeepNesting(arena);
  if (deep.length > 0) return deep;
  const nullable = findNullableNodes(arena);
  return [...findLeftRecursion2(arena, nullable), ...findEmptyRepetitions(arena, nullable)];
}
function findWarnings(arena) {
  return [
    ...findUnreachableRules(arena),
    ...findShadowedChoices(arena),
    ...findLateCommits(arena),
    ...findGbnfLoss(arena)
  ];
}

// src/analyze/close-arena.ts
function closeArena(arena, found = []) {
  let warnings = null;
  return Object.freeze({
    nodes: arena.nodes,
    rules: arena.rules,
    root: arena.root,
    get warnings() {
      return warnings ??= Object.freeze([...found, ...findWarnings(arena)]);
    }
  });
}

// src/peg/compositions.ts
var MaxPermuted = 8;
function createCompositions(p, { silent, report }) {
  let permutations = 0;
  function permute(items2, { separator } = {}) {
    const joined2 = (first, others) => separator === void 0 ? p.sequence(first, others) : p.sequence(first, separator, others);
    if (items2.length > MaxPermuted || items2.length < 2) return inOrder(items2, joined2);
    const stem = `permute:${++permutations}`;
    const subset = (mask) => silent(`${stem}-${mask.toString(2)}`, () => {
      const choices = [];
      items2.forEach((item, i) => {
        if ((mask & 1 << i) === 0) return;
        const rest = mask & ~(1 << i);
        choices.push(rest === 0 ? item : joined2(item, subset(rest)));
      });
      return p.choice(...choices);
    });
    return subset((1 << items2.length) - 1);
  }
  function inOrder(items2, joined2) {
    const last = items2.at(-1);
    if (last === void 0) return p.eps();
    const end = typeof last === "string" ? p.literal(last) : last;
    const id = items2.slice(0, -1).reduceRight((rest, item) => joined2(item, rest), end);
    if (items2.length > MaxPermuted) {
      const message = `permute has ${items2.length} items, more than ${MaxPermuted}`;
      const hint = "give fewer items, or accept that only the order given is read";
      report(diagnose("permute-order-fixed", message, { hint }), id);
    }
    return id;
  }
  function optspace(text) {
    const inner = text.trim();
    const lead = text.length - text.trimStart().length;
    const tail = inner === "" ? 0 : text.length - text.trimEnd().length;
    const parts = [];
    if (lead > 0) parts.push(p.chars(blanksOf(text.slice(0, lead)), 0, lead));
    if (inner !== "") parts.push(inner);
    if (tail > 0) parts.push(p.chars(blanksOf(text.slice(-tail)), 0, tail));
    return parts.length === 1 && typeof parts[0] !== "string" && parts[0] !== void 0 ? parts[0] : p.sequence(...parts);
  }
  function separatedBy(item, separator, { min = 1, max = null } = {}) {
    if (max === 0) return p.eps();
    const more = p.sequence(separator, item);
    const list = p.sequence(
      item,
      p.repeat(more, Math.max(0, min - 1), max === null ? null : max - 1)
    );
    return min === 0 ? p.optional(list) : list;
  }
  return {
    permute,
    prefix: (text, delimiter) => {
      const at = delimiter === "" ? -1 : text.indexOf(delimiter);
      return p.literal(at < 0 ? text : text.slice(0, at));
    },
    optspace,
    safeContent: (tag, marker, item) => p.zeroOrMore(
      p.choice(item, p.tag(tag, p.sequence(p.any(), p.until(marker))))
    ),
    separatedBy
  };
}
function blanksOf(text) {
  const points = [...new Set([...text].map((c) => c.codePointAt(0) ?? 32))].sort((a, b) => a - b);
  return points.flatMap((c) => [c, c]);
}

// src/peg/families.ts
function createFamilies(p, { add, silent }) {
  const listOf = (open, item, close, gap) => p.sequence(
    open,
    gap(),
    p.optional(
      p.sequence(item(), gap(), p.zeroOrMore(p.sequence(",", gap(), item(), gap())))
    ),
    close
  );
  const jsonGap = () => p.dual(p.chars("[ \\t\\n\\r]", 0), p.space());
  const number = () => p.sequence(
    p.optional("-"),
    p.choice("0", p.sequence(p.chars("[1-9]", 1, 1), p.chars("[0-9]", 0))),
    p.optional(p.sequence(".", p.chars("[0-9]"))),
    p.optional(p.sequence(p.chars("[eE]", 1, 1), p.chars("[+\\-]", 0, 1), p.chars("[0-9]")))
  );
  const jsonBodies = {
    value: () => p.choice(
      json("object"),
      json("array"),
      json("string"),
      json("number"),
      json("bool"),
      json("null")
    ),
    object: () => listOf(
      "{",
      () => p.sequence(json("string"), jsonGap(), ":", jsonGap(), json("value")),
      "}",
      jsonGap
    ),
    array: () => listOf("[", () => json("value"), "]", jsonGap),
    string: () => p.sequence('"', p.stringContent('"', "json"), '"'),
    number,
    bool: () => p.choice("true", "false"),
    null: () => p.literal("null")
  };
  const pythonBodies = {
    value: () => p.choice(
      python("dict"),
      python("list"),
      python("string"),
      python("number"),
      python("bool"),
      python("none")
    ),
    dict: () => listOf(
      "{",
      () => p.sequence(python("string"), p.space(), ":", p.space(), python("value")),
      "}",
      p.space
    ),
    list: () => listOf("[", () => python("value"), "]", p.space),
    string: () => p.choice(
      p.sequence('"', p.stringContent('"', "python"), '"'),
      p.sequence("'", p.stringContent("'", "python"), "'")
    ),
    number,
    bool: () => p.choice("True", "False", "true", "false"),
    none: () => p.choice("None", "null")
  };
  function json(part) {
    return add({ kind: "json", part, item: silent(`json:${part}`, jsonBodies[part]) });
  }
  function python(part) {
    return add({ kind: "python", part, item: silent(`python:${part}`, pythonBodies[part]) });
  }
  return {
    json: () => json("value"),
    jsonObject: () => json("object"),
    jsonArray: () => json("array"),
    jsonString: () => json("string"),
    jsonStringContent: () => p.stringContent('"', "json"),
    jsonNumber: () => json("number"),
    jsonBool: () => json("bool"),
    jsonNull: () => json("null"),
    python: () => python("value"),
    pythonDict: () => python("dict"),
    pythonList: () => python("list"),
    pythonString: () => python("string"),
    pythonNumber: () => python("number"),
    pythonBool: () => python("bool"),
    pythonNone: () => python("none")
  };
}

// src/peg/builder.ts
function createBuilder() {
  const nodes = [];
  const rules = /* @__PURE__ */ new Map();
  const diagnostics = [];
  const subjects = /* @__PURE__ */ new Map();
  let closed = false;
  function add(node) {
    if (closed) {
      throw new TypeError("this builder is closed: make nodes inside the function given to buildGrammar");
    }
    nodes.push(node);
    return nodes.length - 1;
  }
  function report(diagnostic, subject) {
    diagnostics.push(diagnostic);
    if (subject !== void 0) subjects.set(diagnostic, subject);
  }
  function silent(name, body) {
    if (rules.has(name)) return add({ kind: "ref", name, target: -1 });
    rules.set(name, -1);
    const id = add({ kind: "rule", name, item: body(), trigger: false, silent: true });
    rules.set(name, id);
    return id;
  }
  const primitives = createPrimitives(add, rules, report);
  const families = createFamilies(primitives, { add, silent });
  const compositions = createCompositions(primitives, { silent, report });
  const builder = { ...primitives, ...families, ...compositions };
  const close = () => void (closed = true);
  return { builder, draft: { nodes, rules, diagnostics, subjects, add, silent, close } };
}
function createPrimitives(add, rules, report) {
  const node = (operand) => typeof operand === "string" ? literal3(operand) : operand;
  function literal3(text) {
    return text === "" ? add({ kind: "eps" }) : add({ kind: "literal", text });
  }
  function repeat2(item, min, max = null) {
    const id = add({ kind: "repeat", item: node(item), min, max });
    checkBounds(id, "repeat", min, max);
    return id;
  }
  function checkBounds(id, kind, min, max) {
    const bad = badBounds(min, max);
    if (bad === null) return;
    report(diagnose("bad-bounds", `${bad} in ${kind}`, { hint: boundsHint }), id);
  }
  function chars(set, min = 1, max = null) {
    const read2 = typeof set === "string" ? readClass(set) : set;
    const plain2 = typeof read2 === "string" ? charSet([]) : read2;
    const id = add({ kind: "chars", set: withoutSurrogates(plain2), min, max });
    if (typeof read2 === "string") report(diagnose("bad-class", read2, { hint: classHint }), id);
    checkBounds(id, "chars", min, max);
    return id;
  }
  function delimited(kind, operands) {
    const delimiters = operands.map((d) => typeof d === "string" ? { text: d, token: false } : d);
    const id = add({ kind, delimiters });
    if (delimiters.some((d) => d.text === "")) {
      const hint = "leave it out: it would end the text before its first character";
      report(diagnose("empty-delimiter", `${kind} has an empty delimiter`, { hint }), id);
    }
    return id;
  }
  function rule(name, item, options = {}) {
    if (rules.has(name)) {
      const hint = "give each rule a name of its own, and use ref(name) for the same rule again";
      const message = `the rule ${JSON.stringify(name)} is defined twice`;
      report(diagnose("duplicate-rule", message, { rule: name, hint }));
    }
    rules.set(name, -1);
    const body = node(typeof item === "function" ? item() : item);
    const id = add({ kind: "rule", name, item: body, trigger: options.trigger === true, silent: false });
    rules.set(name, id);
    return id;
  }
  return {
    start: () => add({ kind: "start" }),
    end: () => add({ kind: "end" }),
    eps: () => add({ kind: "eps" }),
    literal: literal3,
    token: (text) => add({ kind: "token", text }),
    sequence: (...items2) => add({ kind: "sequence", items: items2.map(node) }),
    choice: (...items2) => add({ kind: "choice", items: items2.map(node) }),
    repeat: repeat2,
    optional: (item) => repeat2(item, 0, 1),
    zeroOrMore: (item) => repeat2(item, 0),
    oneOrMore: (item) => repeat2(item, 1),
    peek: (item) => add({ kind: "peek", item: node(item) }),
    not: (item) => add({ kind: "not", item: node(item) }),
    any: () => add({ kind: "any" }),
    chars,
    space: () => add({ kind: "space" }),
    until: (...delimiters) => delimiters.length === 0 ? add({ kind: "rest" }) : delimited("until", delimiters),
    through: (...delimiters) => delimited("through", delimiters),
    rest: () => add({ kind: "rest" }),
    stringContent: (quote2, flavour) => add({ kind: "stringContent", quote: quote2, flavour }),
    atomic: (item) => add({ kind: "atomic", item: node(item) }),
    tag: (tag, item) => add({ kind: "tag", tag, item: node(item) }),
    rule,
    ref: (name) => add({ kind: "ref", name, target: -1 }),
    cut: () => add({ kind: "cut" }),
    schema: (schema, options = {}) => add({
      kind: "schema",
      name: options.name ?? "schema",
      schema,
      ...options.settings === void 0 ? {} : { settings: options.settings },
      // -1 stands for "any JSON value" until the grammar is closed.
      item: options.item === void 0 ? -1 : node(options.item),
      strict: -1
    }),
    gbnf: (item, text) => add({ kind: "gbnf", item: node(item), text }),
    dual: (reading, grammar) => add({ kind: "dual", item: node(reading), strict: node(grammar) }),
    recover: (item) => add({ kind: "recover", item: node(item) })
  };
}
var boundsHint = "give whole numbers, the smaller one first, and no maximum for any number";
var classHint = 'write it as in GBNF: [a-z_], [^"\\\\], [\\x00-\\x1f], [\\u4e00-\\u9fff]';
var surrogates2 = { lo: 55296, hi: 57343 };
function withoutSurrogates(set) {
  const out = [];
  for (let i = 0; i + 1 < set.length; i += 2) {
    const [lo, hi] = [set[i] ?? 0, set[i + 1] ?? 0];
    out.push([lo, Math.min(hi, surrogates2.lo - 1)], [Math.max(lo, surrogates2.hi + 1), hi]);
  }
  return charSet(out.filter(([lo, hi]) => lo <= hi));
}
function badBounds(min, max) {
  if (!Number.isInteger(min) || min < 0) return `the minimum ${min} is not a whole number from 0`;
  if (max === null) return null;
  if (!Number.isInteger(max)) return `the maximum ${max} is not a whole number`;
  return max < min ? `the maximum ${max} is below the minimum ${min}` : null;
}

// src/util/list-table.ts
function createListTable() {
  const entries = /* @__PURE__ */ new Map();
  return {
    once(list, make) {
      const hash = hashOf(list);
      const first = entries.get(hash);
      for (let entry = first; entry !== void 0; entry = entry.next) {
        if (isEqual(entry.list, list)) return entry.value;
      }
      const value = make();
      entries.set(hash, { list, value, next: entries.get(hash) });
      return value;
    }
  };
}
function hashOf(list) {
  let hash = list.length;
  for (const number of list) hash = Math.imul(hash, 16777619) ^ number | 0;
  return hash;
}
function isEqual(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

// src/schema/parts.ts
function createNodeMaker(p, internals) {
  const { add, rules } = internals;
  const literals = /* @__PURE__ */ new Map();
  const sequences = createListTable();
  const choices = createListTable();
  const repeats = createListTable();
  const others = /* @__PURE__ */ new Map();
  const counts = /* @__PURE__ */ new Map();
  const literal3 = (text) => once(literals, text, () => p.literal(text));
  function itemsOf3(parts) {
    const items2 = [];
    let text = "";
    for (const part of parts) {
      if (typeof part === "string") {
        text += part;
        continue;
      }
      if (text !== "") items2.push(literal3(text));
      text = "";
      items2.push(part);
    }
    if (text !== "") items2.push(literal3(text));
    return items2;
  }
  function node(parts) {
    const items2 = itemsOf3(parts);
    const [only] = items2;
    if (only === void 0) return once(others, "eps", () => p.eps());
    if (items2.length === 1) return only;
    return sequences.once(items2, () => add({ kind: "sequence", items: items2 }));
  }
  function repeat2(item, min, max) {
    if (max === 0) return [];
    if (min === 1 && max === 1) return item;
    const id = node(item);
    return [repeats.once([id, min, max ?? -1], () => p.repeat(id, min, max))];
  }
  function choice2(alternatives) {
    const items2 = alternatives.map(node);
    return choices.once(items2, () => add({ kind: "choice", items: items2 }));
  }
  function freeName(wanted) {
    let count = counts.get(wanted) ?? 1;
    while (rules.has(numbered(wanted, count))) count++;
    if (count > 1) counts.set(wanted, count);
    return numbered(wanted, count);
  }
  return {
    p,
    node,
    choice: choice2,
    repeat: repeat2,
    optional: (item) => item.length === 0 ? [] : repeat2(item, 0, 1),
    chars: (set, min, max) => once(others, `chars ${set.join(" ")};${min};${max}`, () => p.chars(set, min, max)),
    space: () => once(others, "space", () => p.space()),
    shared: (key, make) => once(others, `shared ${key}`, () => node([make()])),
    json: (part) => once(others, `json ${part}`, () => jsonNodes[part](p)),
    rule: (name, body) => once(others, `rule ${name}`, () => internals.silent(name, () => node(body()))),
    freeName
  };
}
function once(made2, key, make) {
  let id = made2.get(key);
  if (id === void 0) made2.set(key, id = make());
  return id;
}
function numbered(name, count) {
  return count === 1 ? name : `${name}-${count}`;
}
var jsonNodes = {
  value: (p) => p.json(),
  object: (p) => p.jsonObject(),
  array: (p) => p.jsonArray(),
  string: (p) => p.jsonString(),
  number: (p) => p.jsonNumber(),
  bool: (p) => p.jsonBool(),
  null: (p) => p.jsonNull(),
  stringContent: (p) => p.jsonStringContent()
};
function joinTexts(parts) {
  if (isJoined(parts)) return parts;
  const out = [];
  for (const part of parts) {
    const last = out[out.length - 1];
    if (part === "") continue;
    if (typeof part === "string" && typeof last === "string") out[out.length - 1] = last + part;
    else out.push(part);
  }
  return out;
}
function isJoined(parts) {
  let behindText = false;
  for (const part of parts) {
    const isText = typeof part === "string";
    if (isText && (behindText || part === "")) return false;
    behindText = isText;
  }
  return true;
}

// src/schema/raw-schema.ts
var MaxNesting2 = 256;
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isSchema(value) {
  return typeof value === "boolean" || isObject(value);
}
function ownMember(object, key) {
  try {
    return Object.hasOwn(object, key) ? object[key] : void 0;
  } catch {
    return void 0;
  }
}
function resolvePointer(root, pointer2) {
  let value = root;
  for (const step3 of pointer2.split("/").slice(1)) {
    const key = step3.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : void 0;
    else value = isObject(value) ? ownMember(value, key) : void 0;
    if (value === void 0) return void 0;
  }
  return value;
}
function memberPath(path, key) {
  return `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

// src/schema/keyword-reader.ts
function keywordReader({ schema, path, reporter }) {
  const value = (keyword) => ownMember(schema, keyword);
  const note = (keyword, effect, reason = "") => reporter.note(path, keyword, effect, reason);
  function typed(keyword, wanted, is) {
    const found = value(keyword);
    if (found === void 0) return null;
    if (is(found)) return found;
    note(keyword, "ignored", `is not ${wanted}`);
    return null;
  }
  return {
    has: (keyword) => value(keyword) !== void 0,
    value,
    number: (keyword) => {
      const found = value(keyword);
      return typeof found === "boolean" ? null : typed(keyword, "a number", isNumber);
    },
    count: (keyword) => typed(keyword, "a whole number from 0", isCount),
    boolean: (keyword) => {
      const found = value(keyword);
      return typeof found === "boolean" ? found : null;
    },
    list: (keyword) => typed(keyword, "a list", isList),
    exact: (keyword) => note(keyword, "exact"),
    note
  };
}
function isNumber(value) {
  return typeof value === "bigint" || typeof value === "number" && Number.isFinite(value);
}
function isCount(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
function isList(value) {
  return Array.isArray(value);
}

// src/schema/unevaluated.ts
function applyUnevaluated(reading, shapes) {
  const at = keywordReader(reading);
  const schemasOf = (keyword) => {
    if (!at.has(keyword)) return null;
    at.exact(keyword);
    if (at.has("not") || at.has("if")) {
      at.note(keyword, "relaxed", 'takes what "not" or "if" names for evaluated');
    }
    return [{ schema: at.value(keyword), path: memberPath(reading.path, keyword) }];
  };
  const properties = schemasOf("unevaluatedProperties");
  const items2 = schemasOf("unevaluatedItems");
  if (properties === null && items2 === null) return shapes;
  return shapes.map((shape) => {
    if (shape.type === "object" && properties !== null) return closeObject(shape, properties);
    return shape.type === "array" && items2 !== null ? closeArray(shape, items2) : shape;
  });
}
function closeObject(shape, schemas2) {
  return shape.values !== null || shape.additional !== null ? shape : { ...shape, additional: schemas2 };
}
function closeArray(shape, schemas2) {
  if (shape.values !== null || shape.rest.length > 0) return shape;
  const found = shape.contains.filter(({ from }) => from === 0).flatMap((wanted) => wanted.schemas);
  const [own] = schemas2;
  if (found.length === 0 || own === void 0) return { ...shape, rest: schemas2 };
  const anyOf2 = [...found, ...schemas2].map(({ schema }) => schema);
  return { ...shape, rest: [{ schema: { anyOf: anyOf2 }, path: own.path }] };
}
function mentionsUnevaluated(document) {
  const seen = /* @__PURE__ */ new Set();
  const open = [document];
  for (let value = open.pop(); value !== void 0; value = open.pop()) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if ("unevaluatedProperties" in value || "unevaluatedItems" in value) return true;
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}

// src/schema/plain-copy.ts
var MaxMembers = 1e6;
var unread = Object.freeze({ unread: true });
function plainCopy(source, note) {
  const copies = /* @__PURE__ */ new Map();
  const open = [];
  let members = 0;
  function copy(value, path, depth) {
    if (typeof value === "function" || typeof value === "symbol") return void 0;
    if (typeof value !== "object" || value === null) return value;
    const known2 = copies.get(value);
    if (known2 !== void 0) return known2;
    if (depth > MaxNesting2 || members > MaxMembers) return unread;
    const to = isList2(value) ? [] : /* @__PURE__ */ Object.create(null);
    copies.set(value, to);
    open.push({ from: value, to, path, depth });
    return to;
  }
  const result = copy(source, "", 0);
  for (let next = open.pop(); next !== void 0; next = open.pop()) {
    const { from, to, path, depth } = next;
    for (const key of keysOf(from, path, note)) {
      members++;
      const at = memberPath(path, key);
      const value = copy(read(from, key, at, note), at, depth + 1);
      if (Array.isArray(to)) to.push(value);
      else if (value !== void 0) to[key] = value;
    }
  }
  return result;
}
function isList2(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
function keysOf(value, path, note) {
  try {
    return Object.keys(value);
  } catch {
    note(path);
    return [];
  }
}
function read(value, key, path, note) {
  try {
    return Reflect.get(value, key);
  } catch {
    note(path);
    return void 0;
  }
}

// src/schema/references.ts
var defaultBase = "schema://root/";
function createReferences(root, remote, defaultDraft) {
  const resources = /* @__PURE__ */ new Map();
  const anchors = /* @__PURE__ */ new Map();
  const dynamic = /* @__PURE__ */ new Map();
  const owners = /* @__PURE__ */ new Map();
  let isRead = false;
  function resourceOf(schema) {
    if (!isRead) {
      isRead = true;
      addDocument(root, defaultBase, "", defaultDraft);
    }
    return owners.get(schema) ?? rootResource();
  }
  function rootResource() {
    const found = resources.get(defaultBase);
    return found ?? {
      uri: defaultBase,
      root: { schema: root, path: "" },
      draft: draftOf(root, defaultDraft)
    };
  }
  function addDocument(schema, uri2, path, draft) {
    const first = { uri: uri2, root: { schema, path }, draft: draftOf(schema, draft) };
    resources.set(uri2, first);
    const open = [[schema, path, first]];
    for (let next = open.pop(); next !== void 0; next = open.pop()) {
      const [value, at, outer] = next;
      if (!isObject(value) || owners.has(value)) continue;
      const resource = enter(value, at, outer);
      owners.set(value, resource);
      for (const part of partsOf2(value, at)) open.push([part.schema, part.path, resource]);
    }
  }
  function enter(schema, path, outer) {
    let resource = outer;
    const id = ownMember(schema, outer.draft === "4" ? "id" : "$id");
    const isNamed = typeof id === "string" && !hasShadowedId(schema, outer);
    if (isNamed && !id.startsWith("#")) {
      const uri2 = withoutFragment(resolveUri(id, outer.uri));
      resource = { uri: uri2, root: { schema, path }, draft: draftOf(schema, outer.draft) };
      if (!resources.has(uri2)) resources.set(uri2, resource);
    }
    const names2 = [isNamed && id.includes("#") ? id.slice(id.indexOf("#") + 1) : void 0];
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = ownMember(schema, keyword);
      if (typeof name !== "string") continue;
      names2.push(name);
      if (keyword === "$dynamicAnchor") dynamic.set(name, (dynamic.get(name) ?? 0) + 1);
    }
    if (ownMember(schema, "$recursiveAnchor") === true) {
      dynamic.set("", (dynamic.get("") ?? 0) + 1);
    }
    for (const name of names2) {
      const key = `${resource.uri}#${name}`;
      if (name !== void 0 && name !== "" && !anchors.has(key)) {
        anchors.set(key, { schema, path });
      }
    }
    return resource;
  }
  function target(schema, keyword) {
    const reference = ownMember(schema, keyword);
    if (typeof reference !== "string") return null;
    const found = find(reference, resourceOf(schema));
    if (found === null || !isSchema(found.schema)) return null;
    if (keyword === "$ref") return found;
    const name = keyword === "$recursiveRef" ? "" : reference.slice(reference.indexOf("#") + 1);
    return (dynamic.get(name) ?? 0) > 1 ? null : found;
  }
  function find(reference, { uri: base, draft }) {
    const uri2 = resolveUri(reference, base);
    const hash = uri2.indexOf("#");
    const resource = documentOf(withoutFragment(uri2), draft);
    if (resource === null) return null;
    const fragment = decoded(hash < 0 ? "" : uri2.slice(hash + 1));
    if (fragment !== "" && !fragment.startsWith("/")) {
      return anchors.get(`${resource.uri}#${fragment}`) ?? null;
    }
    const schema = resolvePointer(resource.root.schema, fragment);
    if (schema === void 0) return null;
    if (isObject(schema) && !owners.has(schema)) owners.set(schema, resource);
    return { schema, path: `${resource.root.path}${fragment}` };
  }
  function documentOf(uri2, draft) {
    const known2 = resources.get(uri2);
    if (known2 !== void 0) return known2;
    for (const name of [uri2, `${uri2}#`]) {
      const schema = ownMember(remote, name);
      if (schema === void 0) continue;
      const path = `${uri2}#`;
      addDocument(schema, uri2, path, draft);
      return resources.get(uri2) ?? { uri: uri2, root: { schema, path }, draft };
    }
    return null;
  }
  return { target, hasSiblings: (schema) => !isOld(resourceOf(schema).draft) };
}
var holders = /^(not|if|then|else|contains|propertyNames|items|additionalItems|additionalProperties|unevaluatedItems|unevaluatedProperties|allOf|anyOf|oneOf|prefixItems)$/;
var maps = /^(\$defs|definitions|properties|patternProperties|dependentSchemas|dependencies)$/;
function partsOf2(schema, path) {
  const parts = [];
  const addAll = (value, at) => {
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) parts.push({ schema: item, path: memberPath(at, i) });
    } else parts.push({ schema: value, path: at });
  };
  for (const key of Object.keys(schema)) {
    const value = ownMember(schema, key);
    const at = memberPath(path, key);
    if (holders.test(key)) addAll(value, at);
    else if (maps.test(key) && isObject(value)) {
      for (const name of Object.keys(value)) addAll(ownMember(value, name), memberPath(at, name));
    }
  }
  return parts;
}
function draftOf(schema, otherwise) {
  const said = isObject(schema) ? ownMember(schema, "$schema") : void 0;
  if (typeof said !== "string") return otherwise;
  if (said.includes("draft-03")) return "4";
  return drafts.find((draft) => said.includes(draftNames[draft])) ?? otherwise;
}
var drafts = ["2020-12", "2019-09", "7", "6", "4"];
var draftNames = {
  "4": "draft-04",
  "6": "draft-06",
  "7": "draft-07",
  "2019-09": "draft/2019-09",
  "2020-12": "draft/2020-12"
};
function isOld(draft) {
  return draft === "4" || draft === "6" || draft === "7";
}
function hasShadowedId(schema, { draft }) {
  return isOld(draft) && ownMember(schema, "$ref") !== void 0;
}
function resolveUri(reference, base) {
  if (reference.startsWith("#")) return `${withoutFragment(base)}${reference}`;
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}
function withoutFragment(uri2) {
  const hash = uri2.indexOf("#");
  return hash < 0 ? uri2 : uri2.slice(0, hash);
}
function decoded(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

// src/schema/report.ts
var nestedTooDeeply2 = "is nested too deeply, and any value is admitted";
var shownEntries = 1e4;
function createReporter() {
  const entries = /* @__PURE__ */ new Map();
  function note(path, keyword, effect, reason = "") {
    const key = `${path} ${keyword}`;
    const known2 = entries.get(key);
    if (known2 === void 0 && entries.size >= shownEntries && effect === "exact") return;
    if (known2 === void 0 || rank2[known2.effect] < rank2[effect]) {
      entries.set(key, { path, keyword, effect, reason });
    }
  }
  function report() {
    const list = [...entries.values()];
    return { exact: list.every((entry) => entry.effect === "exact"), entries: list };
  }
  return {
    note,
    report,
    diagnostics: (strict) => [...entries.values()].flatMap((entry) => {
      const found = toDiagnostic(entry, strict);
      return found === null ? [] : [found];
    })
  };
}
var rank2 = { exact: 0, narrowed: 1, relaxed: 2, ignored: 3, refused: 4 };
var diagnosticCodes = {
  exact: null,
  // What a narrowed schema refuses is by the caller's options, and no surprise.
  narrowed: null,
  relaxed: "schema-relaxed",
  ignored: "schema-ignored",
  refused: "schema-refused"
};
function toDiagnostic(entry, strict) {
  const usual = diagnosticCodes[entry.effect];
  if (usual === null) return null;
  const code = entry.reason === nestedTooDeeply2 ? "nesting-limit" : usual;
  const found = diagnose(
    code,
    `${entry.keyword === "" ? "the schema" : JSON.stringify(clip(entry.keyword))} ${entry.reason}`,
    {
      path: entry.path === "" ? "/" : entry.path
    }
  );
  return { ...found, severity: strict ? "error" : "warning" };
}
function clip(text) {
  return text.length > 40 ? `${text.slice(0, 39)}\u2026` : text;
}

// src/schema/literals.ts
function canonicalText(value, depth = 0) {
  if (depth > MaxNesting2) return null;
  if (Array.isArray(value)) {
    const items2 = value.map((item) => canonicalText(item, depth + 1));
    return items2.includes(null) ? null : `[${items2.join(",")}]`;
  }
  if (isObject(value)) {
    const parts = [];
    for (const key of Object.keys(value).toSorted()) {
      const member = canonicalText(ownMember(value, key), depth + 1);
      if (member === null) return null;
      parts.push(`${JSON.stringify(key)}:${member}`);
    }
    return `{${parts.join(",")}}`;
  }
  return scalarText(value);
}
function scalarText(value) {
  switch (typeof value) {
    case "bigint":
      return String(value);
    case "number":
      return Number.isFinite(value) ? JSON.stringify(value === 0 ? 0 : value) : null;
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return String(value);
    default:
      return value === null ? "null" : null;
  }
}

// src/schema/decimal.ts
function decimalOf(value) {
  if (typeof value === "bigint") return { digits: value, scale: 0 };
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction2 = ""] = mantissa.split(".");
  return shift(BigInt(whole + fraction2), fraction2.length - Number(exponent));
}
function shift(digits2, scale) {
  if (scale <= 0) return { digits: digits2 * 10n ** BigInt(-scale), scale: 0 };
  let [left, places] = [digits2, scale];
  while (places > 0 && left % 10n === 0n) {
    left /= 10n;
    places--;
  }
  return { digits: left, scale: places };
}
function compareDecimals(a, b) {
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [digitsAt(a, scale), digitsAt(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}
function digitsAt({ digits: digits2, scale }, wanted) {
  return digits2 * 10n ** BigInt(wanted - scale);
}
function isMultiple(value, step3) {
  const scale = Math.max(value.scale, step3.scale);
  return digitsAt(value, scale) % digitsAt(step3, scale) === 0n;
}
function plainDigits({ digits: digits2, scale }) {
  const text = String(digits2 < 0n ? -digits2 : digits2).padStart(scale + 1, "0");
  return { whole: text.slice(0, text.length - scale), fraction: text.slice(text.length - scale) };
}

// src/schema/number-keywords.ts
function readNumber(reading, open, integer2) {
  const own = {
    ...open,
    minimum: readBound(reading, "minimum", "exclusiveMinimum", tighterMinimum),
    maximum: readBound(reading, "maximum", "exclusiveMaximum", tighterMaximum),
    steps: [...integer2 ? [one] : [], ...readStep(reading)]
  };
  const format = readFormat(reading);
  return format === null ? own : meetNumbers(own, { ...open, ...format });
}
var one = { digits: 1n, scale: 0 };
function readStep(reading) {
  const at = keywordReader(reading);
  const step3 = at.number("multipleOf");
  if (step3 === null) return [];
  if (step3 <= 0) {
    at.note("multipleOf", "ignored", "is not above 0");
    return [];
  }
  at.exact("multipleOf");
  noteRounding(reading, "multipleOf", step3);
  return [decimalOf(step3)];
}
function readBound(reading, inclusive, exclusive, tighter) {
  const at = keywordReader(reading);
  const plain2 = at.number(inclusive);
  const flag = at.boolean(exclusive);
  const strict = flag === null ? at.number(exclusive) : null;
  if (plain2 !== null) at.exact(inclusive);
  if (strict !== null || flag !== null) at.exact(exclusive);
  if (plain2 !== null) noteRounding(reading, inclusive, plain2);
  if (strict !== null) noteRounding(reading, exclusive, strict);
  return tighter(
    plain2 === null ? null : { value: decimalOf(plain2), exclusive: flag === true },
    strict === null ? null : { value: decimalOf(strict), exclusive: true }
  );
}
function noteRounding(reading, keyword, value) {
  if (typeof value === "bigint" || !Number.isInteger(value) || Number.isSafeInteger(value)) return;
  const reason = "is beyond 2^53 and may have been rounded: give it as a bigint";
  keywordReader(reading).note(keyword, "relaxed", reason);
}
var wholeFormats = {
  int8: { bits: 8n, signed: true },
  int16: { bits: 16n, signed: true },
  int32: { bits: 32n, signed: true },
  int64: { bits: 64n, signed: true },
  uint8: { bits: 8n, signed: false },
  uint16: { bits: 16n, signed: false },
  uint32: { bits: 32n, signed: false },
  uint64: { bits: 64n, signed: false }
};
function readFormat(reading) {
  const at = keywordReader(reading);
  const format = at.value("format");
  if (typeof format !== "string" || !Object.hasOwn(wholeFormats, format)) return null;
  const found = wholeFormats[format];
  if (found === void 0) return null;
  at.exact("format");
  const half = 1n << (found.signed ? found.bits - 1n : found.bits);
  return {
    minimum: { value: decimalOf(found.signed ? -half : 0n), exclusive: false },
    maximum: { value: decimalOf(half - 1n), exclusive: false },
    steps: [one]
  };
}
function meetNumbers(a, b) {
  return {
    ...a,
    inexact: a.inexact || b.inexact,
    minimum: tighterMinimum(a.minimum, b.minimum),
    maximum: tighterMaximum(a.maximum, b.maximum),
    steps: distinctDecimals([...a.steps, ...b.steps]),
    offSteps: distinctDecimals([...a.offSteps, ...b.offSteps]),
    excluded: distinctDecimals([...a.excluded, ...b.excluded])
  };
}
function distinctDecimals(values) {
  if (values.length < 2) return values;
  return [...new Map(values.map((v) => [`${v.digits}e-${v.scale}`, v])).values()];
}
function tighterMinimum(a, b) {
  if (a === null || b === null) return a ?? b;
  const order = compareDecimals(a.value, b.value);
  return order > 0 || order === 0 && a.exclusive ? a : b;
}
function tighterMaximum(a, b) {
  if (a === null || b === null) return a ?? b;
  const order = compareDecimals(a.value, b.value);
  return order < 0 || order === 0 && a.exclusive ? a : b;
}
function admitsNumber(shape, value) {
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  const number = decimalOf(value);
  const { minimum, maximum } = shape;
  return (minimum === null || fits(compareDecimals(number, minimum.value), minimum)) && (maximum === null || fits(compareDecimals(maximum.value, number), maximum)) && shape.steps.every((step3) => isMultiple(number, step3)) && !shape.offSteps.some((step3) => isMultiple(number, step3)) && !shape.excluded.some((other) => compareDecimals(other, number) === 0);
}
function fits(order, { exclusive }) {
  return order > 0 || order === 0 && !exclusive;
}
function otherNumbers(shape, open) {
  const { minimum, maximum } = shape;
  if (shape.values !== null) {
    const values = shape.values.filter((v) => typeof v === "number" || typeof v === "bigint");
    return [{ ...open, excluded: values.map(decimalOf) }];
  }
  const others = [];
  const turned = ({ value, exclusive }) => ({ value, exclusive: !exclusive });
  if (minimum !== null) others.push({ ...open, maximum: turned(minimum) });
  if (maximum !== null) others.push({ ...open, minimum: turned(maximum) });
  for (const step3 of shape.steps) others.push({ ...open, offSteps: [step3] });
  for (const step3 of shape.offSteps) others.push({ ...open, steps: [step3] });
  for (const { digits: digits2, scale } of shape.excluded) {
    const value = { value: { digits: digits2, scale }, exclusive: false };
    others.push({ ...open, minimum: value, maximum: value });
  }
  return others;
}
function isEmptyRange({ minimum, maximum, steps, offSteps }) {
  if (minimum !== null && maximum !== null) {
    const order = compareDecimals(minimum.value, maximum.value);
    if (order > 0 || order === 0 && (minimum.exclusive || maximum.exclusive)) return true;
  }
  return offSteps.some((off) => steps.some((step3) => isMultiple(step3, off)));
}

// src/automata/automaton.ts
function labelOf(automaton, text) {
  const { classes, next, labels } = automaton;
  let state = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    const index = classes.findIndex((set) => hasChar(set, point));
    if (index < 0) return 0;
    state = next[state * classes.length + index] ?? -1;
    if (state < 0) return 0;
  }
  return labels[state] ?? 0;
}
function accepts(automaton, text) {
  return labelOf(automaton, text) !== 0;
}
function isEmpty({ labels, next }) {
  return (labels[0] ?? 0) === 0 && next.every((state) => state < 0);
}
function areEqual(a, b) {
  return sameNumbers(a.labels, b.labels) && a.classes.length === b.classes.length && a.classes.every((set, i) => sameNumbers(set, b.classes[i] ?? [])) && sameNumbers(a.next, b.next);
}
function sameNumbers(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

// src/automata/limits.ts
var MaxPatternLength = 65536;
var MaxGroupDepth = 128;
var MaxPatternSize = 2e4;
var MaxStates = 12e3;
var MaxTransitions = 2e6;
var MaxWork = 3e6;

// src/automata/equivalent-states.ts
function equivalentStates({ classes, next, labels }) {
  const width = classes.length;
  const count = labels.length + 1;
  const dead = count - 1;
  const incoming = invert(next, width, count);
  const order = new Int32Array(count);
  const placeOf = new Int32Array(count);
  const blockOf2 = new Int32Array(count);
  const starts = [];
  const ends = [];
  const byLabel = /* @__PURE__ */ new Map();
  for (let state = 0; state < count; state++) {
    const label3 = state === dead ? 0 : labels[state] ?? 0;
    const group2 = byLabel.get(label3);
    if (group2 === void 0) byLabel.set(label3, [state]);
    else group2.push(state);
  }
  let place = 0;
  for (const group2 of byLabel.values()) {
    starts.push(place);
    for (const state of group2) {
      order[place] = state;
      placeOf[state] = place++;
      blockOf2[state] = starts.length - 1;
    }
    ends.push(place);
  }
  const waiting = starts.map((_, block) => block);
  const marked = starts.map(() => 0);
  function mark(state, touched) {
    const block = blockOf2[state] ?? 0;
    const front = (starts[block] ?? 0) + (marked[block] ?? 0);
    const at = placeOf[state] ?? 0;
    if (at < front) return;
    if (marked[block] === 0) touched.push(block);
    const other = order[front] ?? 0;
    order[front] = state;
    order[at] = other;
    placeOf[state] = front;
    placeOf[other] = at;
    marked[block] = (marked[block] ?? 0) + 1;
  }
  function split(block) {
    const [start, end, size] = [starts[block] ?? 0, ends[block] ?? 0, marked[block] ?? 0];
    marked[block] = 0;
    if (size === end - start) return;
    const isFrontSmaller = size <= end - start - size;
    const created = starts.length;
    starts.push(isFrontSmaller ? start : start + size);
    ends.push(isFrontSmaller ? start + size : end);
    if (isFrontSmaller) starts[block] = start + size;
    else ends[block] = start + size;
    marked.push(0);
    waiting.push(created);
    for (let i = starts[created] ?? 0; i < (ends[created] ?? 0); i++)
      blockOf2[order[i] ?? 0] = created;
  }
  for (let block = waiting.pop(); block !== void 0; block = waiting.pop()) {
    const members = order.slice(starts[block], ends[block]);
    for (let index = 0; index < width; index++) {
      const touched = [];
      for (const member of members) {
        const slot = index * count + member;
        for (let i = incoming.starts[slot] ?? 0; i < (incoming.starts[slot + 1] ?? 0); i++) {
          mark(incoming.sources[i] ?? 0, touched);
        }
      }
      for (const hit of touched) split(hit);
    }
  }
  return blockOf2;
}
function invert(next, width, count) {
  const dead = count - 1;
  const starts = new Int32Array(width * count + 1);
  const slotOf = (state, index) => {
    const to = state === dead ? dead : next[state * width + index] ?? -1;
    return index * count + (to < 0 ? dead : to);
  };
  for (let state = 0; state < count; state++) {
    for (let index = 0; index < width; index++) {
      const slot = slotOf(state, index) + 1;
      starts[slot] = (starts[slot] ?? 0) + 1;
    }
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const at = starts.slice();
  const sources = new Int32Array(width * count);
  for (let state = 0; state < count; state++) {
    for (let index = 0; index < width; index++) {
      const slot = slotOf(state, index);
      const place = at[slot] ?? 0;
      sources[place] = state;
      at[slot] = place + 1;
    }
  }
  return { starts, sources };
}

// src/automata/minimise.ts
function minimise(automaton) {
  return mergeClasses(renumber(automaton, equivalentStates(automaton)));
}
function renumber(automaton, blockOf2) {
  const { classes, next, labels } = automaton;
  const width = classes.length;
  const dead = blockOf2[labels.length] ?? -1;
  const numbers = /* @__PURE__ */ new Map([[blockOf2[0] ?? 0, 0]]);
  const states = [0];
  const table = [];
  for (let i = 0; i < states.length; i++) {
    for (let index = 0; index < width; index++) {
      const to = next[(states[i] ?? 0) * width + index] ?? -1;
      const block = to < 0 ? dead : blockOf2[to] ?? dead;
      if (block === dead) {
        table.push(-1);
        continue;
      }
      let number = numbers.get(block);
      if (number === void 0) {
        number = states.length;
        numbers.set(block, number);
        states.push(to);
      }
      table.push(number);
    }
  }
  return {
    classes,
    next: Int32Array.from(table),
    labels: Int32Array.from(states, (state) => labels[state] ?? 0)
  };
}
function mergeClasses({ classes, next, labels }) {
  const width = classes.length;
  const columns = /* @__PURE__ */ new Map();
  for (let index = 0; index < width; index++) {
    const column = [];
    for (let state = 0; state < labels.length; state++)
      column.push(next[state * width + index] ?? -1);
    if (column.every((to) => to < 0)) continue;
    const key = column.join();
    const known2 = columns.get(key);
    const set = classes[index] ?? [];
    if (known2 === void 0) columns.set(key, { set: [set], index });
    else known2.set.push(set);
  }
  const merged2 = [...columns.values()].map(({ set, index }) => ({ set: charSet(set.flatMap(charRanges)), index })).toSorted((a, b) => (a.set[0] ?? 0) - (b.set[0] ?? 0));
  const table = new Int32Array(labels.length * merged2.length);
  merged2.forEach(({ index }, column) => {
    for (let state = 0; state < labels.length; state++) {
      table[state * merged2.length + column] = next[state * width + index] ?? -1;
    }
  });
  return renumberPlainly({ classes: merged2.map(({ set }) => set), next: table, labels });
}
function renumberPlainly(automaton) {
  const { classes, next, labels } = automaton;
  const width = classes.length;
  const numbers = new Int32Array(labels.length).fill(-1);
  const states = [0];
  numbers[0] = 0;
  for (let i = 0; i < states.length; i++) {
    for (let index = 0; index < width; index++) {
      const to = next[(states[i] ?? 0) * width + index] ?? -1;
      if (to < 0 || (numbers[to] ?? 0) >= 0) continue;
      numbers[to] = states.length;
      states.push(to);
    }
  }
  const table = new Int32Array(next.length);
  states.forEach((state, i) => {
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1;
      table[i * width + index] = to < 0 ? -1 : numbers[to] ?? -1;
    }
  });
  return { classes, next: table, labels: Int32Array.from(states, (state) => labels[state] ?? 0) };
}

// src/automata/partition.ts
function partition2(sets) {
  const edges = edgesOf(sets);
  const indexOf = new Map(edges.map((edge, i) => [edge, i]));
  const blockOf2 = new Int32Array(edges.length);
  const members = [[]];
  sets.forEach((set, index) => {
    const split = /* @__PURE__ */ new Map();
    for (let i = 0; i + 1 < set.length; i += 2) {
      const end = indexOf.get((set[i + 1] ?? 0) + 1) ?? 0;
      for (let piece = indexOf.get(set[i] ?? 0) ?? 0; piece < end; piece++) {
        const old = blockOf2[piece] ?? 0;
        let block = split.get(old);
        if (block === void 0) {
          block = members.length;
          members.push([...members[old] ?? [], index]);
          split.set(old, block);
        }
        blockOf2[piece] = block;
      }
    }
  });
  return collect(edges, blockOf2, members);
}
function edgesOf(sets) {
  const edges = /* @__PURE__ */ new Set();
  for (const set of sets) {
    for (let i = 0; i + 1 < set.length; i += 2) {
      edges.add(set[i] ?? 0);
      edges.add((set[i + 1] ?? 0) + 1);
    }
  }
  return [...edges].toSorted((a, b) => a - b);
}
function collect(edges, blockOf2, members) {
  const ranges = /* @__PURE__ */ new Map();
  for (let piece = 0; piece + 1 < edges.length; piece++) {
    const block = blockOf2[piece] ?? 0;
    if (block === 0) continue;
    const [low, high] = [edges[piece] ?? 0, (edges[piece + 1] ?? 0) - 1];
    const set = ranges.get(block);
    if (set === void 0) ranges.set(block, [low, high]);
    else if (set[set.length - 1] === low - 1) set[set.length - 1] = high;
    else set.push(low, high);
  }
  const kept = [...ranges.keys()];
  return {
    blocks: kept.map((block) => ranges.get(block) ?? []),
    members: kept.map((block) => members[block] ?? [])
  };
}

// src/automata/product.ts
function product(plan) {
  const found = follow(plan);
  return found === null ? null : minimise(found);
}
function hasNone(plan) {
  const found = follow(plan);
  return found === null ? null : found.labels.every((label3) => label3 === 0);
}
function follow({ automata, label: label3, needed }) {
  const { blocks, members } = partition2(automata.flatMap(({ classes }) => classes));
  const columns = columnsOf(automata, members);
  const count = automata.length;
  const tuples = [];
  const numbers = /* @__PURE__ */ new Map();
  const keyOf5 = createKey(automata);
  function numberOf2(tuple2) {
    const key = keyOf5(tuple2);
    const known2 = numbers.get(key);
    if (known2 !== void 0) return known2;
    const number = tuples.push(tuple2.slice()) - 1;
    numbers.set(key, number);
    return number;
  }
  numberOf2(new Int32Array(count));
  const next = [];
  const to = new Int32Array(count);
  for (let i = 0; i < tuples.length; i++) {
    const from = tuples[i] ?? to;
    for (let block = 0; block < blocks.length; block++) {
      let isDead = true;
      let isLost = false;
      for (let k = 0; k < count; k++) {
        const state = from[k] ?? -1;
        const column = columns[k]?.[block] ?? -1;
        const automaton = automata[k];
        const after = state < 0 || column < 0 || automaton === void 0 ? -1 : automaton.next[state * automaton.classes.length + column] ?? -1;
        to[k] = after;
        if (after >= 0) isDead = false;
        else if (needed[k] === true) isLost = true;
      }
      next.push(isDead || isLost ? -1 : numberOf2(to));
    }
    if (tuples.length > MaxStates || next.length > MaxTransitions) return null;
  }
  const labels = tuples.map(
    (tuple2) => label3(automata.map((automaton, k) => automaton.labels[tuple2[k] ?? -1] ?? 0))
  );
  return { classes: blocks, next: Int32Array.from(next), labels: Int32Array.from(labels) };
}
function columnsOf(automata, members) {
  let base = 0;
  return automata.map(({ classes }) => {
    const start = base;
    base += classes.length;
    return Int32Array.from(members, (sets) => {
      const set = sets.find((index) => index >= start && index < start + classes.length);
      return set === void 0 ? -1 : set - start;
    });
  });
}
function createKey(automata) {
  const sizes = automata.map(({ labels }) => labels.length + 1);
  const all2 = sizes.reduce((whole, size) => whole * size, 1);
  if (all2 > Number.MAX_SAFE_INTEGER) return (tuple2) => tuple2.join();
  return (tuple2) => {
    let key = 0;
    for (let k = 0; k < sizes.length; k++) key = key * (sizes[k] ?? 1) + (tuple2[k] ?? 0) + 1;
    return key;
  };
}

// src/automata/classify.ts
function classify({ within, without, sets, label: label3 }) {
  const known2 = /* @__PURE__ */ new Map();
  const labelOf2 = (members) => {
    const key = members.join();
    let found = known2.get(key);
    if (found === void 0) known2.set(key, found = label3(members));
    return found;
  };
  const start = within.length + without.length;
  return product({
    automata: [...within, ...without, ...sets],
    needed: within.map(() => true),
    label: (labels) => {
      const isOut = labels.some(
        (found, i) => i < within.length ? found === 0 : i < start && found !== 0
      );
      if (isOut) return 0;
      return labelOf2(sets.flatMap((_, i) => labels[start + i] === 0 ? [] : [i]));
    }
  });
}

// src/automata/budget.ts
function createBudget(steps) {
  let left = steps;
  return {
    spend(count) {
      left -= count;
      return left >= 0;
    },
    get isSpent() {
      return left < 0;
    }
  };
}

// src/automata/char-classes.ts
var anyChar = complement([]);
var digits = [48, 57];
var wordChars = charSet([
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122]
]);
var spaces = charSet([
  [9, 13],
  [32, 32],
  [160, 160],
  [5760, 5760],
  [8192, 8202],
  [8232, 8233],
  [8239, 8239],
  [8287, 8287],
  [12288, 12288],
  [65279, 65279]
]);
var dotChars = complement(
  charSet([
    [10, 10],
    [13, 13],
    [8232, 8233]
  ])
);
var classEscapes = /* @__PURE__ */ new Map([
  ["d", digits],
  ["D", complement(digits)],
  ["w", wordChars],
  ["W", complement(wordChars)],
  ["s", spaces],
  ["S", complement(spaces)]
]);

// src/automata/block-groups.ts
function createGroups(count) {
  const groups = new Int32Array(count);
  let created = 1;
  function split(numbers) {
    const moved = /* @__PURE__ */ new Map();
    for (const number of numbers) {
      const old = groups[number] ?? 0;
      let group2 = moved.get(old);
      if (group2 === void 0) moved.set(old, group2 = created++);
      groups[number] = group2;
    }
  }
  function splitBy(keyOf5) {
    const byKey = /* @__PURE__ */ new Map();
    for (let number = 0; number < count; number++) {
      const key = keyOf5(number);
      const same = byKey.get(key);
      if (same === void 0) byKey.set(key, [number]);
      else same.push(number);
    }
    if (byKey.size > 1) for (const numbers of byKey.values()) split(numbers);
  }
  return { split, splitBy, of: (number) => groups[number] ?? 0 };
}

// src/automata/formulas.ts
var False = 0;
var True = 1;
function createFormulas(budget) {
  const nodes = [{ kind: "constant" }, { kind: "constant" }];
  const numbers = /* @__PURE__ */ new Map();
  function once2(key, make) {
    let formula = numbers.get(key);
    if (formula === void 0) {
      formula = nodes.push(make()) - 1;
      numbers.set(key, formula);
    }
    return formula;
  }
  const node = (formula) => nodes[formula] ?? { kind: "constant" };
  function not(item) {
    if (item === False) return True;
    if (item === True) return False;
    const found = node(item);
    return found.kind === "not" ? found.item : once2(`!${item}`, () => ({ kind: "not", item }));
  }
  function join(kind, items2, neutral, absorbing) {
    const flat = /* @__PURE__ */ new Set();
    for (const item of items2) {
      const found = node(item);
      if (item === absorbing) return absorbing;
      if (found.kind === kind) for (const part of found.items) flat.add(part);
      else if (item !== neutral) flat.add(item);
    }
    if (!budget.spend(flat.size)) return absorbing;
    const dual = kind === "or" ? "and" : "or";
    for (const item of flat) {
      const found = node(item);
      if (found.kind === "not" && flat.has(found.item)) return absorbing;
      if (found.kind !== dual) continue;
      const rest = reduced(found.items, flat);
      if (rest === found.items) continue;
      flat.delete(item);
      if (rest === null) continue;
      const smaller = dual === "and" ? and(rest) : or(rest);
      return join(kind, [...flat, smaller], neutral, absorbing);
    }
    const list = [...flat].toSorted((a, b) => a - b);
    const [only] = list;
    if (only === void 0) return neutral;
    if (list.length === 1) return only;
    return once2(`${kind}${list.join()}`, () => ({ kind, items: list }));
  }
  function reduced(inner, outer) {
    if (inner.some((part) => outer.has(part))) return null;
    const kept = inner.filter((part) => !outer.has(not(part)));
    return kept.length === inner.length ? inner : kept;
  }
  const or = (items2) => join("or", items2, False, True);
  const and = (items2) => join("and", items2, True, False);
  return {
    node,
    place: (place) => once2(`@${place}`, () => ({ kind: "place", place })),
    not,
    or,
    and
  };
}

// src/automata/determinise.ts
function determinise(network, watchers, budget) {
  const formulas = createFormulas(budget);
  const { nodes, sets } = network;
  const all2 = [...sets, ...watchers.flatMap(({ classes }) => classes)];
  const { blocks, members } = partition2(all2);
  const reads = readTable(sets.length, members);
  const blocksOf = blocksOfSets(sets.length, members);
  const watching = watcherTables(sets.length, watchers, members);
  const closures = /* @__PURE__ */ new Map();
  const steps = /* @__PURE__ */ new Map();
  function closureOf(place, seen, key) {
    const name = watchers.length === 0 ? String(place) : `${place};${key}`;
    const known2 = closures.get(name);
    if (known2 !== void 0) return known2;
    const formula = closure(place, seen, /* @__PURE__ */ new Set());
    closures.set(name, formula);
    return formula;
  }
  function closure(start2, seen, open) {
    const parts = [];
    const visited = /* @__PURE__ */ new Set();
    const stack = [start2];
    for (let place = stack.pop(); place !== void 0; place = stack.pop()) {
      const node = nodes[place];
      if (node === void 0 || visited.has(place) || !budget.spend(1)) continue;
      visited.add(place);
      switch (node.kind) {
        case "all":
          return True;
        case "read":
        case "end":
          parts.push(formulas.place(place));
          break;
        case "split":
          for (const next2 of node.nexts) stack.push(next2);
          break;
        case "behind": {
          const state = seen[node.watcher] ?? -1;
          const holds2 = (watchers[node.watcher]?.labels[state] ?? 0) !== 0;
          if (holds2 !== node.negative) stack.push(node.next);
          break;
        }
        case "ahead": {
          if (open.has(place)) break;
          open.add(place);
          const found = closure(node.item, seen, /* @__PURE__ */ new Set());
          const wanted = node.negative ? formulas.not(found) : found;
          if (wanted === True) stack.push(node.next);
          else if (wanted !== False) {
            parts.push(formulas.and([wanted, closure(node.next, seen, open)]));
          }
          open.delete(place);
          break;
        }
      }
    }
    return formulas.or(parts);
  }
  function step3(formula, block, seen, key) {
    const node = formulas.node(formula);
    if (node.kind === "constant") return formula;
    const name = `${formula} ${block} ${key}`;
    const known2 = steps.get(name);
    if (known2 !== void 0) return known2;
    if (!budget.spend(1)) return False;
    let result;
    if (node.kind === "place") {
      const place = nodes[node.place];
      const isRead = place?.kind === "read" && reads[place.set * blocks.length + block] === 1;
      result = isRead ? closureOf(place.next, seen, key) : False;
    } else if (node.kind === "not") result = formulas.not(step3(node.item, block, seen, key));
    else {
      const items2 = node.items.map((item) => step3(item, block, seen, key));
      result = node.kind === "or" ? formulas.or(items2) : formulas.and(items2);
    }
    steps.set(name, result);
    return result;
  }
  function acceptsEmpty(formula) {
    const node = formulas.node(formula);
    switch (node.kind) {
      case "constant":
        return formula === True;
      case "place":
        return nodes[node.place]?.kind === "end";
      case "not":
        return !acceptsEmpty(node.item);
      case "or":
        return node.items.some(acceptsEmpty);
      case "and":
        return node.items.every(acceptsEmpty);
    }
  }
  const at = (watcher, block, seen) => (seen[watcher] ?? 0) * blocks.length + block;
  function setsOf(formula) {
    const found = /* @__PURE__ */ new Set();
    const stack = [formula];
    const visited = new Set(stack);
    for (let item = stack.pop(); item !== void 0; item = stack.pop()) {
      const node = formulas.node(item);
      if (node.kind === "place") {
        const place = nodes[node.place];
        if (place?.kind === "read") found.add(place.set);
      } else if (node.kind !== "constant") {
        for (const part of node.kind === "not" ? [node.item] : node.items) {
          if (!visited.has(part)) stack.push(part);
          visited.add(part);
        }
      }
    }
    return found;
  }
  const states = [];
  const numbers = /* @__PURE__ */ new Map();
  function numberOf2(formula, seen, key) {
    if (formula === False) return -1;
    const name = formula === True ? "" : `${formula};${key}`;
    let number = numbers.get(name);
    if (number === void 0) {
      number = states.push({ formula, seen }) - 1;
      numbers.set(name, number);
    }
    return number;
  }
  const first = watchers.map(() => 0);
  const start = closureOf(network.start, first, first.join());
  if (start === False) states.push({ formula: False, seen: first });
  else numberOf2(start, first, first.join());
  const next = [];
  for (let i = 0; i < states.length; i++) {
    const { formula, seen } = states[i] ?? { formula: False, seen: first };
    const groups = createGroups(blocks.length);
    for (const set of setsOf(formula)) groups.split(blocksOf[set] ?? []);
    watching.forEach((table, w) => groups.splitBy((block) => table[at(w, block, seen)] ?? 0));
    const targets = /* @__PURE__ */ new Map();
    for (let block = 0; block < blocks.length; block++) {
      let target = targets.get(groups.of(block));
      if (target === void 0) {
        const after = watching.map((table, w) => table[at(w, block, seen)] ?? 0);
        const key = after.join();
        target = numberOf2(step3(formula, block, after, key), after, key);
        targets.set(groups.of(block), target);
      }
      next.push(target);
    }
    if (budget.isSpent || states.length > MaxStates || next.length > MaxTransitions) return null;
  }
  return {
    classes: blocks,
    next: Int32Array.from(next),
    labels: Int32Array.from(states, ({ formula }) => acceptsEmpty(formula) ? 1 : 0)
  };
}
function readTable(count, members) {
  const table = new Uint8Array(count * members.length);
  members.forEach((sets, block) => {
    for (const set of sets) if (set < count) table[set * members.length + block] = 1;
  });
  return table;
}
function blocksOfSets(count, members) {
  const blocks = Array.from({ length: count }, () => []);
  members.forEach((sets, block) => {
    for (const set of sets) blocks[set]?.push(block);
  });
  return blocks;
}
function watcherTables(offset, watchers, members) {
  let base = offset;
  return watchers.map(({ classes, next, labels }) => {
    const table = new Int32Array(labels.length * members.length);
    members.forEach((sets, block) => {
      const set = sets.find((index) => index >= base && index < base + classes.length);
      for (let state = 0; state < labels.length; state++) {
        const to = set === void 0 ? -1 : next[state * classes.length + set - base];
        table[state * members.length + block] = to ?? -1;
      }
    });
    base += classes.length;
    return table;
  });
}

// src/automata/network.ts
function createNetwork2(tree, anyChar2, whole) {
  const nodes = [];
  const sets = [];
  const setIds = /* @__PURE__ */ new Map();
  const watchers = [];
  function add(node) {
    nodes.push(node);
    return nodes.length - 1;
  }
  function setId(set) {
    const key = set.join();
    let id = setIds.get(key);
    if (id === void 0) {
      id = sets.length;
      sets.push(set);
      setIds.set(key, id);
    }
    return id;
  }
  function build(part, next) {
    switch (part.kind) {
      case "set":
        return add({ kind: "read", set: setId(part.set), next });
      case "sequence":
        return part.items.reduceRight((after, item) => build(item, after), next);
      case "choice":
        return add({ kind: "split", nexts: part.items.map((item) => build(item, next)) });
      case "look":
        return buildLook(part, next);
      case "repeat":
        return buildRepeat(part.item, part.min, part.max, next);
    }
  }
  function buildRepeat(item, min, max, next) {
    let at = next;
    if (max === null) {
      const loop = add({ kind: "end" });
      const start2 = build(item, loop);
      nodes[loop] = { kind: "split", nexts: [start2, next] };
      at = min === 0 ? loop : start2;
    } else {
      for (let i = min; i < max; i++) at = add({ kind: "split", nexts: [build(item, at), next] });
    }
    for (let i = max === null ? 1 : 0; i < min; i++) at = build(item, at);
    return at;
  }
  function buildLook({ behind, negative, item }, next) {
    if (behind) {
      let watcher = watchers.indexOf(item);
      if (watcher < 0) watcher = watchers.push(item) - 1;
      return add({ kind: "behind", negative, watcher, next });
    }
    if (isAny(item, anyChar2) && negative) {
      const after = nodes[next];
      if (after?.kind === "end" || after?.kind === "all") return end;
    }
    return add({ kind: "ahead", negative, item: build(item, all2), next });
  }
  const end = add({ kind: "end" });
  const all2 = add({ kind: "all" });
  let start = build(tree, whole ? end : all2);
  if (!whole) {
    const loop = add({ kind: "end" });
    const step3 = add({ kind: "read", set: setId(anyChar2), next: loop });
    nodes[loop] = { kind: "split", nexts: [start, step3] };
    start = loop;
  }
  return { nodes, start, sets, watchers };
}
function isAny(tree, anyChar2) {
  return tree.kind === "set" && tree.set === anyChar2;
}

// src/automata/unicode-properties.ts
var categories = "C Other Cc Control cntrl Cf Format Cn Unassigned Co Private_Use Cs Surrogate L Letter LC Cased_Letter Ll Lowercase_Letter Lm Modifier_Letter Lo Other_Letter Lt Titlecase_Letter Lu Uppercase_Letter M Mark Combining_Mark Mc Spacing_Mark Me Enclosing_Mark Mn Nonspacing_Mark N Number Nd Decimal_Number digit Nl Letter_Number No Other_Number P Punctuation punct Pc Connector_Punctuation Pd Dash_Punctuation Pe Close_Punctuation Pf Final_Punctuation Pi Initial_Punctuation Po Other_Punctuation Ps Open_Punctuation S Symbol Sc Currency_Symbol Sk Modifier_Symbol Sm Math_Symbol So Other_Symbol Z Separator Zl Line_Separator Zp Paragraph_Separator Zs Space_Separator";
var binaries = "ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS";
var scripts = "Adlam Adlm Ahom Anatolian_Hieroglyphs Hluw Arabic Arab Armenian Armn Avestan Avst Balinese Bali Bamum Bamu Bassa_Vah Bass Batak Batk Bengali Beng Bhaiksuki Bhks Bopomofo Bopo Brahmi Brah Braille Brai Buginese Bugi Buhid Buhd Canadian_Aboriginal Cans Carian Cari Caucasian_Albanian Aghb Chakma Cakm Cham Cherokee Cher Chorasmian Chrs Common Zyyy Coptic Copt Cuneiform Xsux Cypriot Cprt Cypro_Minoan Cpmn Cyrillic Cyrl Deseret Dsrt Devanagari Deva Dives_Akuru Diak Dogra Dogr Duployan Dupl Egyptian_Hieroglyphs Egyp Elbasan Elba Elymaic Elym Ethiopic Ethi Georgian Geor Glagolitic Glag Gothic Goth Grantha Gran Greek Grek Gujarati Gujr Gunjala_Gondi Gong Gurmukhi Guru Han Hani Hangul Hang Hanifi_Rohingya Rohg Hanunoo Hano Hatran Hatr Hebrew Hebr Hiragana Hira Imperial_Aramaic Armi Inherited Zinh Inscriptional_Pahlavi Phli Inscriptional_Parthian Prti Javanese Java Kaithi Kthi Kannada Knda Katakana Kana Kawi Kayah_Li Kali Kharoshthi Khar Khitan_Small_Script Kits Khmer Khmr Khojki Khoj Khudawadi Sind Lao Laoo Latin Latn Lepcha Lepc Limbu Limb Linear_A Lina Linear_B Linb Lisu Lycian Lyci Lydian Lydi Mahajani Mahj Makasar Maka Malayalam Mlym Mandaic Mand Manichaean Mani Marchen Marc Masaram_Gondi Gonm Medefaidrin Medf Meetei_Mayek Mtei Mende_Kikakui Mend Meroitic_Cursive Merc Meroitic_Hieroglyphs Mero Miao Plrd Modi Mongolian Mong Mro Mroo Multani Mult Myanmar Mymr Nabataean Nbat Nag_Mundari Nagm Nandinagari Nand New_Tai_Lue Talu Newa Nko Nkoo Nushu Nshu Nyiakeng_Puachue_Hmong Hmnp Ogham Ogam Ol_Chiki Olck Old_Hungarian Hung Old_Italic Ital Old_North_Arabian Narb Old_Permic Perm Old_Persian Xpeo Old_Sogdian Sogo Old_South_Arabian Sarb Old_Turkic Orkh Old_Uyghur Ougr Oriya Orya Osage Osge Osmanya Osma Pahawh_Hmong Hmng Palmyrene Palm Pau_Cin_Hau Pauc Phags_Pa Phag Phoenician Phnx Psalter_Pahlavi Phlp Rejang Rjng Runic Runr Samaritan Samr Saurashtra Saur Sharada Shrd Shavian Shaw Siddham Sidd SignWriting Sgnw Sinhala Sinh Sogdian Sogd Sora_Sompeng Sora Soyombo Soyo Sundanese Sund Syloti_Nagri Sylo Syriac Syrc Tagalog Tglg Tagbanwa Tagb Tai_Le Tale Tai_Tham Lana Tai_Viet Tavt Takri Takr Tamil Taml Tangsa Tnsa Tangut Tang Telugu Telu Thaana Thaa Thai Tibetan Tibt Tifinagh Tfng Tirhuta Tirh Toto Ugaritic Ugar Vai Vaii Vithkuqi Vith Wancho Wcho Warang_Citi Wara Yezidi Yezi Yi Yiii Zanabazar_Square Zanb";
var namesOf2 = (list) => new Set(list.split(" "));
var valuesOf = /* @__PURE__ */ new Map([
  ["General_Category", namesOf2(categories)],
  ["gc", namesOf2(categories)],
  ["Script", namesOf2(scripts)],
  ["sc", namesOf2(scripts)],
  ["Script_Extensions", namesOf2(scripts)],
  ["scx", namesOf2(scripts)]
]);
var lone = /* @__PURE__ */ new Set([...namesOf2(categories), ...namesOf2(binaries)]);
var known = /* @__PURE__ */ new Map();
function propertyChars(name) {
  const [property2 = "", value] = name.split("=");
  const isListed = value === void 0 ? lone.has(property2) : valuesOf.get(property2)?.has(value) === true;
  if (!isListed || name.split("=").length > 2) return null;
  const found = known.get(name);
  if (found !== void 0) return found;
  const set = askEngine(name);
  known.set(name, set);
  return set;
}
var planeSize = 65536;
var surrogates3 = [55296, 57343];
function askEngine(name) {
  let runs;
  try {
    runs = new RegExp(`\\p{${name}}+`, "gu");
  } catch {
    return null;
  }
  const ranges = [];
  for (let low = 0; low <= 1114111; low += planeSize) {
    for (const [from, to] of charRanges(low === 0 ? complementInPlane() : [low, low + 65535])) {
      const text = textOf4(from, to);
      const width = low === 0 ? 1 : 2;
      for (const { 0: run2, index } of text.matchAll(runs)) {
        const start = from + index / width;
        ranges.push([start, start + run2.length / width - 1]);
      }
    }
  }
  const whole = new RegExp(`^\\p{${name}}$`, "u");
  if (whole.test("\uD800")) ranges.push([surrogates3[0] ?? 0, surrogates3[1] ?? 0]);
  return charSet(ranges);
}
function complementInPlane() {
  return complement([...surrogates3, planeSize, 1114111]);
}
function textOf4(from, to) {
  const parts = [];
  for (let at = from; at <= to; at += 4096) {
    const length = Math.min(4096, to - at + 1);
    parts.push(String.fromCodePoint(...Array.from({ length }, (_, i) => at + i)));
  }
  return parts.join("");
}

// src/automata/pattern-escape.ts
var controls = /* @__PURE__ */ new Map([
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13]
]);
function readEscape(cursor) {
  const offset = cursor.at - 1;
  const fault = (reason) => ({ kind: "syntax", offset, reason });
  const char = cursor.take();
  const set = classEscapes.get(char);
  if (set !== void 0) return { set };
  const control = controls.get(char);
  if (control !== void 0) return { point: control };
  switch (char) {
    case "":
      return fault("ends with a lone backslash");
    case "p":
    case "P":
      return readProperty(cursor, char === "P", fault);
    case "u":
      return readUnicode(cursor) ?? fault("has a \\u without its hexadecimal digits");
    case "x": {
      const point = cursor.hex(2);
      return point === null ? fault("has a \\x without its hexadecimal digits") : { point };
    }
    case "c": {
      const letter = cursor.take();
      if (!/^[a-zA-Z]$/.test(letter)) return fault("has a \\c without its letter");
      return { point: letter.charCodeAt(0) & 31 };
    }
    case "0":
      if (!/^\d/.test(cursor.peek())) return { point: 0 };
      return fault("has an octal escape");
    default:
      if (!/^[a-zA-Z0-9]$/.test(char)) return { point: char.codePointAt(0) ?? 0 };
      return fault(`has the escape \\${char}, which ECMA-262 does not know`);
  }
}
function readProperty(cursor, negative, fault) {
  const end = cursor.source.indexOf("}", cursor.at);
  if (!cursor.eat("{") || end < 0) return fault("has a \\p without its property");
  const name = cursor.source.slice(cursor.at, end);
  cursor.at = end + 1;
  const set = propertyChars(name);
  if (set === null) {
    return fault(`names the unknown property ${JSON.stringify(name.slice(0, 40))}`);
  }
  return { set: negative ? complement(set) : set };
}
function readUnicode(cursor) {
  if (cursor.eat("{")) {
    const end = cursor.source.indexOf("}", cursor.at);
    const digits2 = end < 0 ? "" : cursor.source.slice(cursor.at, end);
    const point = Number.parseInt(digits2, 16);
    if (!/^[0-9a-fA-F]{1,16}$/.test(digits2) || point > 1114111) return null;
    cursor.at = end + 1;
    return { point };
  }
  const high = cursor.hex(4);
  if (high === null || high < 55296 || high > 56319) return high === null ? null : { point: high };
  const start = cursor.at;
  const low = cursor.eat("\\u") ? cursor.hex(4) : null;
  if (low !== null && low >= 56320 && low <= 57343) {
    return { point: 65536 + (high - 55296 << 10) + (low - 56320) };
  }
  cursor.at = start;
  return { point: high };
}

// src/automata/pattern-class.ts
function readClassBody(cursor) {
  const offset = cursor.at - 1;
  const negative = cursor.eat("^");
  const ranges = [];
  const fault = (reason) => ({ kind: "syntax", offset, reason });
  while (!cursor.eat("]")) {
    const low = readAtom(cursor);
    if (low === null) return fault("has a class that is not closed");
    if ("kind" in low) return low;
    if (isRange(cursor) && "point" in low) {
      const dash = cursor.at++;
      const high = readAtom(cursor);
      if (high === null) return fault("has a class that is not closed");
      if ("kind" in high) return high;
      if ("point" in high) {
        if (high.point < low.point) {
          return { kind: "syntax", offset: dash, reason: "has a range that ends before it starts" };
        }
        ranges.push([low.point, high.point]);
        continue;
      }
      ranges.push([low.point, low.point], [45, 45], ...charRanges(high.set));
      continue;
    }
    for (const range of rangesOf(low)) ranges.push(range);
  }
  const set = charSet(ranges);
  return negative ? complement(set) : set;
}
function isRange({ source, at }) {
  return source[at] === "-" && at + 1 < source.length && source[at + 1] !== "]";
}
function readAtom(cursor) {
  const char = cursor.take();
  if (char === "") return null;
  if (char !== "\\") return { point: char.codePointAt(0) ?? 0 };
  if (cursor.eat("b")) return { point: 8 };
  return readEscape(cursor);
}
function rangesOf(escape3) {
  return "point" in escape3 ? [[escape3.point, escape3.point]] : charRanges(escape3.set);
}

// src/automata/pattern-cursor.ts
var clipped = 1e9;
function createCursor(source) {
  const cursor = {
    source,
    at: 0,
    peek() {
      const point = source.codePointAt(cursor.at);
      return point === void 0 ? "" : String.fromCodePoint(point);
    },
    take() {
      const char = cursor.peek();
      cursor.at += char.length;
      return char;
    },
    eat(text) {
      if (!source.startsWith(text, cursor.at)) return false;
      cursor.at += text.length;
      return true;
    },
    number() {
      const start = cursor.at;
      let value = 0;
      for (let unit = source.charCodeAt(cursor.at); unit >= 48 && unit <= 57; ) {
        value = Math.min(clipped, value * 10 + unit - 48);
        unit = source.charCodeAt(++cursor.at);
      }
      return cursor.at === start ? null : value;
    },
    hex(count) {
      const digits2 = source.slice(cursor.at, cursor.at + count);
      if (digits2.length < count || !/^[0-9a-fA-F]+$/.test(digits2)) return null;
      cursor.at += count;
      return Number.parseInt(digits2, 16);
    }
  };
  return cursor;
}

// src/automata/pattern-tree.ts
var emptyText = { kind: "sequence", items: [] };
function treeSize(tree) {
  switch (tree.kind) {
    case "set":
      return 1;
    case "look":
      return 1 + treeSize(tree.item);
    case "repeat":
      return (1 + treeSize(tree.item)) * Math.max(1, tree.max ?? tree.min);
    default:
      return tree.items.reduce((sum, item) => sum + treeSize(item), 1);
  }
}

// src/automata/pattern-reader.ts
function readPattern(source) {
  if (source.length > MaxPatternLength) {
    return { kind: "limit", offset: 0, reason: `is longer than ${MaxPatternLength} characters` };
  }
  const reader = createReader(createCursor(source));
  const tree = reader.disjunction(0);
  if ("offset" in tree) return tree;
  if (reader.cursor.at < source.length) {
    return { kind: "syntax", offset: reader.cursor.at, reason: "has a ) without its group" };
  }
  if (treeSize(tree) > MaxPatternSize) {
    return { kind: "limit", offset: 0, reason: "repeats too much to be written out" };
  }
  return tree;
}
var someChar = { kind: "set", set: anyChar };
var wordChar = { kind: "set", set: wordChars };
var atStart = look(true, true, someChar);
var atEnd = look(false, true, someChar);
function look(behind, negative, item) {
  return { kind: "look", behind, negative, item };
}
function boundary(isBoundary) {
  const both2 = (before, after) => ({
    kind: "sequence",
    items: [look(true, !before, wordChar), look(false, !after, wordChar)]
  });
  const items2 = isBoundary ? [both2(true, false), both2(false, true)] : [both2(true, true), both2(false, false)];
  return { kind: "choice", items: items2 };
}
function createReader(cursor) {
  const fault = (reason, kind = "syntax") => ({
    kind,
    offset: cursor.at,
    reason
  });
  function disjunction(depth) {
    if (depth > MaxGroupDepth) return fault(`has groups more than ${MaxGroupDepth} deep`, "limit");
    const items2 = [];
    do {
      const item = alternative(depth);
      if ("offset" in item) return item;
      items2.push(item);
    } while (cursor.eat("|"));
    const [only] = items2;
    return items2.length === 1 && only !== void 0 ? only : { kind: "choice", items: items2 };
  }
  function alternative(depth) {
    const items2 = [];
    for (let char = cursor.peek(); char !== "" && char !== "|" && char !== ")"; ) {
      const item = term(depth);
      if ("offset" in item) return item;
      items2.push(item);
      char = cursor.peek();
    }
    const [only] = items2;
    return items2.length === 1 && only !== void 0 ? only : { kind: "sequence", items: items2 };
  }
  function term(depth) {
    const item = atom3(depth);
    if ("offset" in item) return item;
    return quantified(item);
  }
  function atom3(depth) {
    const char = cursor.take();
    switch (char) {
      case "^":
        return atStart;
      case "$":
        return atEnd;
      case ".":
        return { kind: "set", set: dotChars };
      case "(":
        return group2(depth);
      case "[": {
        const set = readClassBody(cursor);
        return "kind" in set ? set : { kind: "set", set };
      }
      case "\\":
        return escaped();
      case "*":
      case "+":
      case "?":
        cursor.at--;
        return fault("repeats nothing");
      case "{":
        cursor.at--;
        if (bounds2() !== null) {
          return {
            kind: "syntax",
            offset: cursor.source.lastIndexOf("{", cursor.at),
            reason: "repeats nothing"
          };
        }
        cursor.at++;
        break;
    }
    const point = char.codePointAt(0) ?? 0;
    return { kind: "set", set: [point, point] };
  }
  function escaped() {
    if (cursor.eat("b")) return boundary(true);
    if (cursor.eat("B")) return boundary(false);
    if (/^[1-9k]/.test(cursor.peek())) return fault("refers back to a group", "unsupported");
    const found = readEscape(cursor);
    if ("kind" in found) return found;
    return { kind: "set", set: "set" in found ? found.set : [found.point, found.point] };
  }
  function group2(depth) {
    const start = cursor.at - 1;
    const shell = groupShell();
    if ("offset" in shell) return shell;
    const item = disjunction(depth + 1);
    if ("offset" in item) return item;
    if (!cursor.eat(")")) {
      return { kind: "syntax", offset: start, reason: "has a group that is not closed" };
    }
    if (shell.look !== null) return { ...shell.look, item };
    return item.kind === "look" ? { kind: "sequence", items: [item] } : item;
  }
  function groupShell() {
    if (!cursor.eat("?")) return { look: null };
    for (const [sign, behind, negative] of lookSigns) {
      if (cursor.eat(sign)) return { look: look(behind, negative, emptyText) };
    }
    if (cursor.eat(":")) return { look: null };
    const name = /^<[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*>/u.exec(
      cursor.source.slice(cursor.at, cursor.at + 256)
    );
    if (name === null) return fault("has a kind of group that ECMA-262 does not know");
    cursor.at += name[0].length;
    return { look: null };
  }
  function quantified(item) {
    const offset = cursor.at;
    const found = bounds2();
    if (found === null) return item;
    cursor.eat("?");
    if (found.max !== null && found.max < found.min) {
      return { kind: "syntax", offset, reason: "has a count whose end is below its start" };
    }
    if (item.kind === "look") {
      if (item.behind || item === atEnd) {
        return { kind: "syntax", offset, reason: "repeats an assertion" };
      }
      return found.min === 0 ? emptyText : item;
    }
    return { kind: "repeat", item, ...found };
  }
  function bounds2() {
    if (cursor.eat("*")) return { min: 0, max: null };
    if (cursor.eat("+")) return { min: 1, max: null };
    if (cursor.eat("?")) return { min: 0, max: 1 };
    const start = cursor.at;
    if (cursor.eat("{")) {
      const min = cursor.number();
      if (min !== null) {
        if (cursor.eat("}")) return { min, max: min };
        if (cursor.eat(",")) {
          const max = cursor.number();
          if (cursor.eat("}")) return { min, max };
        }
      }
    }
    cursor.at = start;
    return null;
  }
  return { cursor, disjunction };
}
var lookSigns = [
  ["=", false, false],
  ["!", false, true],
  ["<=", true, false],
  ["<!", true, true]
];

// src/automata/from-pattern.ts
var remembered = /* @__PURE__ */ new Map();
var maxRemembered = 256;
function fromPattern(source) {
  const known2 = remembered.get(source);
  if (known2 !== void 0) return known2;
  const tree = readPattern(source);
  const made2 = "offset" in tree ? tree : fromTree(tree, false, createBudget(MaxWork));
  if (remembered.size >= maxRemembered) {
    const [oldest] = remembered.keys();
    remembered.delete(oldest ?? "");
  }
  remembered.set(source, made2);
  return made2;
}
function isFault(found) {
  return "reason" in found;
}
function fromTree(tree, whole, budget) {
  const network = createNetwork2(tree, anyChar, whole);
  const watchers = [];
  for (const item of network.watchers) {
    const watcher = watcherOf(item, budget);
    if (isFault(watcher)) return watcher;
    watchers.push(watcher);
  }
  const made2 = determinise(network, watchers, budget);
  if (made2 === null) return { kind: "limit", offset: 0, reason: "has too many states" };
  return minimise(made2);
}
function watcherOf(item, budget) {
  if (holdsAhead(item)) {
    return { kind: "unsupported", offset: 0, reason: "looks ahead from within a look-behind" };
  }
  const any = { kind: "set", set: anyChar };
  const items2 = [{ kind: "repeat", item: any, min: 0, max: null }, item];
  return fromTree({ kind: "sequence", items: items2 }, true, budget);
}
function holdsAhead(tree) {
  switch (tree.kind) {
    case "set":
      return false;
    case "look":
      return !tree.behind || holdsAhead(tree.item);
    case "repeat":
      return holdsAhead(tree.item);
    default:
      return tree.items.some(holdsAhead);
  }
}

// src/automata/sets.ts
var both = (a, b) => ({
  automata: [a, b],
  needed: [true, true],
  label: ([one3, other]) => one3 !== 0 && other !== 0 ? 1 : 0
});
var either = (a, b) => ({
  automata: [a, b],
  needed: [],
  label: ([one3, other]) => one3 !== 0 || other !== 0 ? 1 : 0
});
function intersect2(a, b) {
  if (a === anyText) return b;
  return b === anyText || a === b ? a : product(both(a, b));
}
function union2(a, b) {
  if (a === noText) return b;
  return b === noText || a === b ? a : product(either(a, b));
}
function areDisjoint(a, b) {
  return hasNone(both(a, b));
}
function complement2({ classes, next, labels }) {
  const width = classes.length;
  const rest = complement(charSet(classes.flatMap(charRanges)));
  const blocks = rest.length === 0 ? classes : [...classes, rest];
  const sink = labels.length;
  const table = new Int32Array((sink + 1) * blocks.length).fill(sink);
  for (let state = 0; state < sink; state++) {
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1;
      table[state * blocks.length + index] = to < 0 ? sink : to;
    }
  }
  const inverse = Int32Array.from([...labels, 0], (label3) => label3 === 0 ? 1 : 0);
  return minimise({ classes: blocks, next: table, labels: inverse });
}
var anyText = {
  classes: [anyChar],
  next: Int32Array.of(0),
  labels: Int32Array.of(1)
};
var noText = {
  classes: [],
  next: new Int32Array(0),
  labels: Int32Array.of(0)
};
function lengthBetween(min, max) {
  if (max !== null && max < min) return noText;
  const last = max ?? min;
  if (last >= MaxStates) return null;
  const next = Int32Array.from(
    { length: last + 1 },
    (_, i) => i < last ? i + 1 : max === null ? last : -1
  );
  const labels = Int32Array.from({ length: last + 1 }, (_, i) => i >= min ? 1 : 0);
  return last === 0 && max === 0 ? { ...noText, labels } : { classes: [anyChar], next, labels };
}
function lengthsOf({ classes, next, labels }) {
  const width = classes.length;
  const depth = new Int32Array(labels.length).fill(-1);
  depth[0] = 0;
  const queue = [0];
  let min = -1;
  for (let i = 0; i < queue.length && min < 0; i++) {
    const state = queue[i] ?? 0;
    if ((labels[state] ?? 0) !== 0) min = depth[state] ?? 0;
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1;
      if (to < 0 || (depth[to] ?? 0) >= 0) continue;
      depth[to] = (depth[state] ?? 0) + 1;
      queue.push(to);
    }
  }
  return { min: Math.max(0, min), max: longest({ classes, next, labels }) };
}
function longest({ classes, next, labels }) {
  const width = classes.length;
  const incoming = new Int32Array(labels.length);
  for (const to of next) if (to >= 0) incoming[to] = (incoming[to] ?? 0) + 1;
  const far = new Int32Array(labels.length);
  const ready = (incoming[0] ?? 0) === 0 ? [0] : [];
  let done = 0;
  let max = 0;
  for (let state = ready.pop(); state !== void 0; state = ready.pop()) {
    done++;
    max = Math.max(max, far[state] ?? 0);
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1;
      if (to < 0) continue;
      far[to] = Math.max(far[to] ?? 0, (far[state] ?? 0) + 1);
      incoming[to] = (incoming[to] ?? 0) - 1;
      if (incoming[to] === 0) ready.push(to);
    }
  }
  return done === labels.length ? max : null;
}

// src/automata/words.ts
function fromWords(words) {
  const states = [/* @__PURE__ */ new Map()];
  const ends = /* @__PURE__ */ new Set();
  const points = /* @__PURE__ */ new Set();
  for (const word of words) {
    let state = 0;
    for (const char of word) {
      const point = char.codePointAt(0) ?? 0;
      points.add(point);
      const edges = states[state];
      let to = edges?.get(point);
      if (to === void 0) {
        to = states.push(/* @__PURE__ */ new Map()) - 1;
        edges?.set(point, to);
        if (states.length > MaxStates) return null;
      }
      state = to;
    }
    ends.add(state);
  }
  const sorted2 = [...points].toSorted((a, b) => a - b);
  if (sorted2.length * states.length > MaxTransitions) return null;
  const next = new Int32Array(sorted2.length * states.length).fill(-1);
  const indexOf = new Map(sorted2.map((point, i) => [point, i]));
  states.forEach((edges, state) => {
    for (const [point, to] of edges) next[state * sorted2.length + (indexOf.get(point) ?? 0)] = to;
  });
  return minimise({
    classes: sorted2.map((point) => [point, point]),
    next,
    labels: Int32Array.from(states, (_, state) => ends.has(state) ? 1 : 0)
  });
}

// src/schema/limits.ts
var MaxBound = 65536;
var MaxShapes = 1024;
var MaxSchemas = 1e5;
var MaxDepth3 = 128;
var MaxAnyOrder = 7;
function lowerMax(a, b) {
  return a === null ? b : b === null ? a : Math.min(a, b);
}
var MaxOthers = 256;

// src/schema/object-keywords.ts
function readObject(reading, open) {
  const at = keywordReader(reading);
  const { patterns, isWhole: isWhole2 } = readPatterns(reading);
  const properties = readProperties(reading);
  for (const [key, schemas2] of properties) {
    properties.set(key, [...schemas2, ...patternSchemas(patterns, key)]);
  }
  for (const keyword of ["minProperties", "maxProperties"]) {
    if (at.count(keyword) !== null) at.exact(keyword);
  }
  return {
    ...open,
    properties,
    listed: properties.size > 0,
    patterns,
    names: readNames(reading),
    required: readRequired(reading),
    additional: isWhole2 ? readAdditional(reading) : readBlurred(reading),
    minProperties: at.count("minProperties") ?? 0,
    maxProperties: at.count("maxProperties")
  };
}
function readProperties(reading) {
  const at = keywordReader(reading);
  const properties = /* @__PURE__ */ new Map();
  const listed2 = at.value("properties");
  if (listed2 === void 0) return properties;
  if (!isObject(listed2)) {
    at.note("properties", "ignored", "is not an object");
    return properties;
  }
  at.exact("properties");
  const path = memberPath(reading.path, "properties");
  for (const key of Object.keys(listed2)) {
    properties.set(key, [{ schema: ownMember(listed2, key), path: memberPath(path, key) }]);
  }
  return properties;
}
function readRequired(reading) {
  const at = keywordReader(reading);
  if (at.boolean("required") !== null) return /* @__PURE__ */ new Set();
  const names2 = at.list("required");
  if (names2 === null) return /* @__PURE__ */ new Set();
  at.exact("required");
  return new Set(names2.filter((name) => typeof name === "string"));
}
function readPatterns(reading) {
  const at = keywordReader(reading);
  const listed2 = at.value("patternProperties");
  if (listed2 === void 0) return { patterns: [], isWhole: true };
  if (!isObject(listed2)) {
    at.note("patternProperties", "ignored", "is not an object");
    return { patterns: [], isWhole: true };
  }
  at.exact("patternProperties");
  const path = memberPath(reading.path, "patternProperties");
  const patterns = [];
  let isWhole2 = true;
  for (const source of Object.keys(listed2)) {
    const texts = fromPattern(source);
    if (isFault(texts)) {
      isWhole2 = false;
      const reason = `has the pattern ${JSON.stringify(source.slice(0, 40))}, which ${texts.reason}`;
      at.note("patternProperties", texts.kind === "limit" ? "relaxed" : "refused", reason);
    } else {
      const schema = ownMember(listed2, source);
      patterns.push({ texts, schemas: [{ schema, path: memberPath(path, source) }] });
    }
  }
  return { patterns, isWhole: isWhole2 };
}
function readBlurred(reading) {
  const at = keywordReader(reading);
  if (at.has("additionalProperties")) {
    at.note("additionalProperties", "relaxed", "is not told apart from patternProperties");
  }
  return [];
}
function readNames(reading) {
  const at = keywordReader(reading);
  const schema = at.value("propertyNames");
  if (schema === void 0) return [];
  at.exact("propertyNames");
  return [{ schema, path: memberPath(reading.path, "propertyNames") }];
}
function readAdditional(reading) {
  const at = keywordReader(reading);
  if (!at.has("additionalProperties")) return null;
  at.exact("additionalProperties");
  const schema = at.value("additionalProperties");
  return [{ schema, path: memberPath(reading.path, "additionalProperties") }];
}
function patternSchemas(patterns, key) {
  return patterns.flatMap(({ texts, schemas: schemas2 }) => accepts(texts, key) ? schemas2 : []);
}
function schemasOfKey(shape, key) {
  const own = shape.properties.get(key);
  if (own !== void 0) return own;
  const matching = shape.patterns.filter(({ texts }) => accepts(texts, key));
  return matching.length === 0 ? shape.additional : matching.flatMap(({ schemas: schemas2 }) => schemas2);
}
function meetObjects(a, b) {
  const properties = /* @__PURE__ */ new Map();
  for (const key of /* @__PURE__ */ new Set([...a.properties.keys(), ...b.properties.keys()])) {
    properties.set(key, [...schemasOfKey(a, key) ?? [], ...schemasOfKey(b, key) ?? []]);
  }
  const minProperties = Math.max(a.minProperties, b.minProperties);
  const maxProperties = lowerMax(a.maxProperties, b.maxProperties);
  if (maxProperties !== null && maxProperties < minProperties) return null;
  return {
    ...a,
    properties,
    ...meetFurther(a, b),
    names: [...a.names, ...b.names],
    required: /* @__PURE__ */ new Set([...a.required, ...b.required]),
    minProperties,
    maxProperties,
    someOther: [...a.someOther, ...b.someOther],
    listed: a.listed || b.listed
  };
}
function meetFurther(a, b) {
  const isSaid = a.additional !== null || b.additional !== null;
  const additional = isSaid ? [...a.additional ?? [], ...b.additional ?? []] : null;
  if (a.patterns.length + b.patterns.length === 0) return { patterns: [], additional };
  const patterns = withAdditional(a);
  const others = withAdditional(b).filter((one3) => !patterns.some((other) => isSame2(one3, other)));
  return { patterns: [...patterns, ...others], additional: isSaid ? [] : null };
}
function isSame2(a, b) {
  return areEqual(a.texts, b.texts) && a.schemas.length === b.schemas.length && a.schemas.every(({ schema }, i) => schema === b.schemas[i]?.schema);
}
function withAdditional({ patterns, additional }) {
  if (additional === null) return patterns;
  const known2 = patterns.reduce(
    (all2, { texts }) => all2 === null ? texts : union2(all2, texts) ?? all2,
    null
  );
  return [...patterns, { texts: known2 === null ? anyText : complement2(known2), schemas: additional }];
}

// src/schema/format-patterns.ts
var octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
var ipv4 = `${octet}(?:\\.${octet}){3}`;
var h16 = "[0-9A-Fa-f]{1,4}";
var ls32 = `(?:${h16}:${h16}|${ipv4})`;
var ipv6 = [
  `(?:${h16}:){6}${ls32}`,
  `::(?:${h16}:){5}${ls32}`,
  `(?:${h16})?::(?:${h16}:){4}${ls32}`,
  ...[3, 2, 1].map(
    (after) => `(?:(?:${h16}:){0,${4 - after}}${h16})?::(?:${h16}:){${after}}${ls32}`
  ),
  `(?:(?:${h16}:){0,4}${h16})?::${ls32}`,
  `(?:(?:${h16}:){0,5}${h16})?::${h16}`,
  `(?:(?:${h16}:){0,6}${h16})?::`
].join("|");
var leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
var date = `(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))|${leapYear}-02-29)`;
var hour = "(?:[01]\\d|2[0-3])";
var fraction = "(?:\\.\\d+)?";
var time = `(?:${hour}:[0-5]\\d:[0-5]\\d${fraction}(?:[Zz]|[+-]${hour}:[0-5]\\d)|23:59:60${fraction}(?:[Zz]|[+-]00:00))`;
var durationTime = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
var durationDate = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
var atom2 = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
var wideAtom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\u{10ffff}-]";
var quoted = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
var domain = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
var wideDomain = "[A-Za-z0-9\\u0080-\\u{10ffff}](?:[A-Za-z0-9\\u0080-\\u{10ffff}-]*[A-Za-z0-9\\u0080-\\u{10ffff}])?";
var addressLiteral = `\\[(?:${ipv4}|IPv6:(?:${ipv6}))\\]`;
var label2 = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
var wideChars = "A-Za-z0-9\\u00b7-\\u3001\\u3003-\\uff0d\\uff0f-\\uff60\\uff62-\\u{10ffff}";
var wideLabel = `[${wideChars}](?:[${wideChars}-]*[${wideChars}])?`;
function resourceParts(wide) {
  const more = wide ? "\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{1fffd}\\u{20000}-\\u{2fffd}\\u{30000}-\\u{dfffd}\\u{e1000}-\\u{efffd}" : "";
  const extra = wide ? "\\ue000-\\uf8ff\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}" : "";
  const escape3 = "%[0-9A-Fa-f]{2}";
  const signs = `A-Za-z0-9._~!$&'()*+,;=${more}-`;
  const char = `(?:[:@${signs}]|${escape3})`;
  const firstChar2 = `(?:[@${signs}]|${escape3})`;
  const literal3 = `\\[(?:${ipv6}|[vV][0-9A-Fa-f]+\\.[:${signs}]+)\\]`;
  const authority = `(?:(?:[:${signs}]|${escape3})*@)?(?:${literal3}|(?:[${signs}]|${escape3})*)(?::\\d*)?`;
  const absolutePath = `//${authority}(?:/${char}*)*|/(?:${char}+(?:/${char}*)*)?`;
  const query = `(?:\\?(?:[/?:@${signs}${extra}]|${escape3})*)?`;
  const fragment = `(?:#(?:[/?:@${signs}]|${escape3})*)?`;
  const scheme = "[A-Za-z][A-Za-z0-9+.-]*:";
  return {
    whole: `${scheme}(?:${absolutePath}|${char}+(?:/${char}*)*|)${query}${fragment}`,
    relative: `(?:${absolutePath}|${firstChar2}+(?:/${char}*)*|)${query}${fragment}`
  };
}
var uri = resourceParts(false);
var iri = resourceParts(true);
var varchar = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})";
var varspec = `${varchar}(?:\\.?${varchar})*(?:\\*|:[1-9]\\d{0,3})?`;
var expression = `\\{[+#./;?&=,!@|]?${varspec}(?:,${varspec})*\\}`;
var templateText = "[!#$&(-;=?-\\[\\]_a-z~\\u00a0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{1fffd}\\u{20000}-\\u{10fffd}]";
var pointer = "(?:/(?:[^~/]|~[01])*)*";
var hex2 = "[0-9A-Fa-f]";
var base64 = "[A-Za-z0-9+/]";
var formatPatterns = /* @__PURE__ */ new Map([
  ["date-time", `${date}[Tt]${time}`],
  ["date", date],
  ["time", time],
  ["duration", `P(?:\\d+W|${durationDate}(?:${durationTime})?|${durationTime})`],
  [
    "email",
    `(?:${atom2}+(?:\\.${atom2}+)*|${quoted})@(?:${domain}(?:\\.${domain})*|${addressLiteral})`
  ],
  [
    "idn-email",
    `(?:${wideAtom}+(?:\\.${wideAtom}+)*|${quoted})@(?:${wideDomain}(?:\\.${wideDomain})*|${addressLiteral})`
  ],
  ["hostname", `${label2}(?:\\.${label2})*`],
  ["idn-hostname", `${wideLabel}(?:[.\\u3002\\uff0e\\uff61]${wideLabel})*`],
  ["ipv4", ipv4],
  ["ipv6", ipv6],
  ["uri", uri.whole],
  ["uri-reference", `${uri.whole}|${uri.relative}`],
  ["iri", iri.whole],
  ["iri-reference", `${iri.whole}|${iri.relative}`],
  ["uri-template", `(?:${templateText}|%${hex2}{2}|${expression})*`],
  ["uuid", `${hex2}{8}-${hex2}{4}-${hex2}{4}-${hex2}{4}-${hex2}{12}`],
  ["json-pointer", pointer],
  ["relative-json-pointer", `(?:0|[1-9]\\d*)(?:#|${pointer})`],
  ["byte", `(?:${base64}{4})*(?:${base64}{2}==|${base64}{3}=)?`]
]);

// src/schema/string-formats.ts
var inexact = /* @__PURE__ */ new Map([
  ["date-time", ["narrowed", "has leap seconds in UTC only"]],
  ["time", ["narrowed", "has leap seconds in UTC only"]],
  ["hostname", ["relaxed", "is not limited in its whole length, and Punycode is not decoded"]],
  ["idn-hostname", ["relaxed", "is not checked by the rules of IDNA for single characters"]],
  ["idn-email", ["relaxed", "is not checked by the rules of IDNA for single characters"]],
  ["regex", ["ignored", "is no language that an automaton can follow"]]
]);
var annotations = /* @__PURE__ */ new Set(["password", "binary", "textarea"]);
var made = /* @__PURE__ */ new Map();
function stringFormat(name) {
  const known2 = made.get(name);
  if (known2 !== void 0) return known2;
  const pattern = formatPatterns.get(name);
  if (pattern === void 0 && !inexact.has(name)) return unknownFormat(name);
  const found = pattern === void 0 ? null : fromPattern(`^(?:${pattern})$`);
  const texts = found === null || isFault(found) ? null : found;
  const [effect, reason] = inexact.get(name) ?? ["exact", ""];
  const format = { texts, effect, reason };
  made.set(name, format);
  return format;
}
function unknownFormat(name) {
  return annotations.has(name) ? { texts: null, effect: "exact", reason: "" } : { texts: null, effect: "ignored", reason: "is none that JSON Schema defines" };
}

// src/schema/string-keywords.ts
function readString(reading, open) {
  const at = keywordReader(reading);
  const minLength = at.count("minLength") ?? 0;
  const maxLength = at.count("maxLength");
  for (const keyword of ["minLength", "maxLength"]) {
    const bound2 = at.count(keyword);
    if (bound2 === null) continue;
    if (bound2 <= MaxBound) at.exact(keyword);
    else at.note(keyword, "relaxed", `is enforced up to ${MaxBound} characters`);
  }
  const texts = [readPattern2(reading), readFormat2(reading)].filter((limit) => limit !== null);
  return {
    ...open,
    minLength: Math.min(minLength, MaxBound),
    maxLength: maxLength !== null && maxLength > MaxBound ? null : maxLength,
    texts
  };
}
function readPattern2(reading) {
  const at = keywordReader(reading);
  const pattern = at.value("pattern");
  if (pattern === void 0) return null;
  if (typeof pattern !== "string") {
    at.note("pattern", "ignored", "is not a string");
    return null;
  }
  const found = fromPattern(pattern);
  if (isFault(found)) {
    const place = found.offset > 0 ? ` at ${found.offset}` : "";
    const effect = found.kind === "limit" ? "ignored" : "refused";
    at.note("pattern", effect, `${found.reason}${place}, and any string is admitted`);
    return null;
  }
  at.exact("pattern");
  return { texts: found, keyword: "pattern", path: reading.path, format: null };
}
function readFormat2(reading) {
  const at = keywordReader(reading);
  const name = at.value("format");
  if (name === void 0) return null;
  if (typeof name !== "string") {
    at.note("format", "ignored", "is not a string");
    return null;
  }
  const { texts, effect, reason } = stringFormat(name);
  at.note("format", effect, reason);
  return texts === null ? null : { texts, keyword: "format", path: reading.path, format: name };
}
function meetStrings(a, b) {
  const minLength = Math.max(a.minLength, b.minLength);
  const maxLength = lowerMax(a.maxLength, b.maxLength);
  if (maxLength !== null && maxLength < minLength) return null;
  const others = b.texts.filter((limit) => !a.texts.some(({ texts }) => texts === limit.texts));
  return { ...a, minLength, maxLength, texts: [...a.texts, ...others] };
}
function admitsString(shape, value) {
  const length = Array.from(value).length;
  if (length < shape.minLength || shape.maxLength !== null && length > shape.maxLength)
    return false;
  return shape.texts.every(({ texts }) => accepts(texts, value));
}

// src/schema/value-types.ts
var jsonTypes = [
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object"
];
var all = new Set(jsonTypes);
function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "number":
    case "bigint":
      return "number";
    case "string":
      return "string";
    default:
      return "object";
  }
}

// src/schema/admits.ts
function createAdmits(shapesOf) {
  const admits = (shape, value) => {
    if (typeOf(value) !== shape.type) return false;
    if (shape.values !== null) return hasValue(shape, value);
    switch (shape.type) {
      case "number":
        return typeof value === "number" || typeof value === "bigint" ? admitsNumber(shape, value) : false;
      case "string":
        return typeof value === "string" && admitsString(shape, value);
      case "array":
        return Array.isArray(value) && admitsItems(shape, value);
      case "object":
        return isObject(value) && admitsMembers(shape, value);
      default:
        return true;
    }
  };
  const fits2 = (schemas2, value) => schemas2.length === 0 || shapesOf(schemas2).some((shape) => admits(shape, value));
  function admitsItems(shape, value) {
    if (value.length < shape.minItems) return false;
    if (shape.maxItems !== null && value.length > shape.maxItems) return false;
    if (shape.unique && new Set(value.map((item) => canonicalText(item))).size < value.length) {
      return false;
    }
    const counts = shape.contains.every(({ schemas: schemas2, from, min, max }) => {
      const count = value.slice(from).filter((item) => fits2(schemas2, item)).length;
      return count >= min && (max === null || count <= max);
    });
    return counts && value.every((item, i) => fits2(shape.prefix[i] ?? shape.rest, item));
  }
  function admitsMembers(shape, value) {
    const keys2 = Object.keys(value);
    if (keys2.length < shape.minProperties) return false;
    if (shape.maxProperties !== null && keys2.length > shape.maxProperties) return false;
    if (![...shape.required].every((key) => Object.hasOwn(value, key))) return false;
    const others = shape.someOther.every(
      ({ schemas: schemas2, except }) => keys2.some((key) => !except.has(key) && fits2(schemas2, ownMember(value, key)))
    );
    return others && keys2.every(
      (key) => fits2(shape.names, key) && fits2(schemasOfKey(shape, key) ?? [], ownMember(value, key))
    );
  }
  return admits;
}
function hasValue(shape, value) {
  const text = canonicalText(value);
  return (shape.values ?? []).some((item) => canonicalText(item) === text);
}

// src/schema/shape.ts
function openShape(type, path) {
  const base = { path, values: null, inexact: false };
  switch (type) {
    case "null":
    case "boolean":
      return { type, ...base };
    case "number":
      return {
        type,
        ...base,
        minimum: null,
        maximum: null,
        steps: [],
        offSteps: [],
        excluded: []
      };
    case "string":
      return { type, ...base, minLength: 0, maxLength: null, texts: [] };
    case "array":
      return {
        type,
        ...base,
        prefix: [],
        rest: [],
        minItems: 0,
        maxItems: null,
        contains: [],
        unique: false
      };
    case "object":
      return {
        type,
        ...base,
        properties: /* @__PURE__ */ new Map(),
        patterns: [],
        names: [],
        required: /* @__PURE__ */ new Set(),
        additional: null,
        minProperties: 0,
        maxProperties: null,
        someOther: [],
        listed: false
      };
  }
}
function isOpen(shape) {
  if (shape.values !== null) return false;
  switch (shape.type) {
    case "null":
    case "boolean":
      return true;
    case "number":
      return shape.minimum === null && shape.maximum === null && shape.steps.length + shape.offSteps.length + shape.excluded.length === 0;
    case "string":
      return shape.minLength === 0 && shape.maxLength === null && shape.texts.length === 0;
    case "array":
      return shape.prefix.length === 0 && shape.rest.length === 0 && shape.minItems === 0 && shape.maxItems === null && shape.contains.length === 0 && !shape.unique;
    case "object":
      return shape.properties.size === 0 && shape.patterns.length === 0 && shape.names.length === 0 && shape.required.size === 0 && (shape.additional === null || shape.additional.length === 0) && shape.minProperties === 0 && shape.maxProperties === null && shape.someOther.length === 0;
  }
}
function anything(path) {
  return jsonTypes.map((type) => openShape(type, path));
}
function anythingInstead(path) {
  return anything(path).map((shape) => ({ ...shape, inexact: true }));
}

// src/schema/applicators.ts
function applyKeywords(reading, own, tools, isAlone) {
  const applying = { reading, tools };
  let shapes = own;
  const meetWith = (found, keyword) => {
    shapes = tools.algebra.meet(shapes, found, reading.path, keyword);
  };
  const at = keywordReader(reading);
  for (const keyword of references) {
    if (at.has(keyword)) meetWith(referred(applying, keyword), keyword);
  }
  if (isAlone) return shapes;
  for (const [i, schema] of (at.list("allOf") ?? []).entries()) {
    at.exact("allOf");
    const path = memberPath(memberPath(reading.path, "allOf"), i);
    meetWith(tools.shapesOf({ schema, path }), "allOf");
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const parts = at.list(keyword) ?? [];
    if (parts.length > 0) meetWith(union3(applying, parts, keyword), keyword);
  }
  if (at.has("if")) meetWith(conditional(applying), "if");
  if (at.has("not")) meetWith(complement3(applying, below(applying, "not"), "not"), "not");
  for (const { keyword, found } of dependents(applying)) meetWith(found, keyword);
  return applyUnevaluated(reading, shapes);
}
var references = ["$ref", "$dynamicRef", "$recursiveRef"];
function referred({ reading, tools }, keyword) {
  const { schema, path, reporter } = reading;
  const target = tools.references.target(schema, keyword);
  if (target === null) {
    reporter.note(path, keyword, "refused", "leads to no known schema, and any value is admitted");
    return anythingInstead(path);
  }
  reporter.note(path, keyword, "exact");
  return tools.shapesOf(target);
}
function below({ reading, tools }, keyword) {
  const path = memberPath(reading.path, keyword);
  return tools.shapesOf({ schema: ownMember(reading.schema, keyword), path });
}
function complement3({ reading, tools }, shapes, keyword) {
  const others = tools.algebra.complement(shapes, reading.path);
  const isExact = !others.some(({ inexact: inexact2 }) => inexact2);
  const reason = isExact ? "" : "is enforced as far as its schema can be turned round";
  reading.reporter.note(reading.path, keyword, isExact ? "exact" : "relaxed", reason);
  return others;
}
function union3(applying, parts, keyword) {
  const { reading, tools } = applying;
  const { path, reporter } = reading;
  const lists = parts.map(
    (schema, i) => tools.shapesOf({ schema, path: memberPath(memberPath(path, keyword), i) })
  );
  if (keyword === "oneOf") {
    const found = tools.algebra.exactlyOne(lists, path);
    reporter.note(path, keyword, found === null ? "relaxed" : "exact", "is read as anyOf");
    if (found !== null) return found;
  } else reporter.note(path, keyword, "exact");
  return tools.algebra.unite(tools.tracksEvaluated ? withOverlaps(applying, lists) : lists);
}
var maxOverlapping = 5;
function withOverlaps({ reading, tools }, lists) {
  if (lists.length > maxOverlapping) return lists;
  let all2 = [];
  for (const list of lists) {
    const met = all2.map((other) => tools.algebra.meet(other, list, reading.path, "anyOf"));
    all2 = [...all2, list, ...met];
  }
  return all2;
}
function conditional(applying) {
  const { reading, tools } = applying;
  const { path, schema } = reading;
  const at = keywordReader(reading);
  const branch = (keyword) => {
    if (ownMember(schema, keyword) === void 0) return anything(path);
    at.exact(keyword);
    return below(applying, keyword);
  };
  if (!at.has("then") && !at.has("else") && !tools.tracksEvaluated) return anything(path);
  const holds2 = below(applying, "if");
  const fails = complement3(applying, holds2, "if");
  return tools.algebra.unite([
    tools.algebra.meet(holds2, branch("then"), path, "then"),
    tools.algebra.meet(fails, branch("else"), path, "else")
  ]);
}
function dependents(applying) {
  const { reading, tools } = applying;
  const { path } = reading;
  const at = keywordReader(reading);
  const all2 = [];
  for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"]) {
    const listed2 = at.value(keyword);
    if (!isObject(listed2)) {
      if (at.has(keyword)) at.note(keyword, "ignored", "is not an object");
      continue;
    }
    at.exact(keyword);
    for (const key of Object.keys(listed2)) {
      const wanted = ownMember(listed2, key);
      const where = memberPath(memberPath(path, keyword), key);
      const there = withRequired(path, [key, ...namesOf3(wanted)]);
      const found = Array.isArray(wanted) ? there : tools.algebra.meet(there, tools.shapesOf({ schema: wanted, path: where }), path, keyword);
      all2.push({ keyword, found: [...withoutProperty(path, key), ...found] });
    }
  }
  return all2;
}
function namesOf3(wanted) {
  return Array.isArray(wanted) ? wanted.filter((name) => typeof name === "string") : [];
}
function withRequired(path, names2) {
  const open = openShape("object", path);
  return open.type === "object" ? [{ ...open, required: new Set(names2) }] : [];
}
function withoutProperty(path, key) {
  return jsonTypes.map((type) => {
    const open = openShape(type, path);
    if (open.type !== "object") return open;
    return { ...open, properties: /* @__PURE__ */ new Map([[key, [{ schema: false, path }]]]) };
  });
}

// src/schema/string-texts.ts
function textsOf(shape, note = () => {
}) {
  if (shape.values !== null) {
    const strings = shape.values.filter((value) => typeof value === "string");
    const words = fromWords(strings);
    if (words === null) note(shape.path, "enum", "relaxed", "has too many texts");
    return words ?? anyText;
  }
  let all2 = anyText;
  for (const { texts, keyword, path } of shape.texts) {
    const both2 = intersect2(all2, texts);
    if (both2 === null) note(path, keyword, "relaxed", "together with others has too many states");
    else all2 = both2;
  }
  return withLengths(all2, shape, note);
}
function withLengths(texts, { minLength, maxLength, path }, note) {
  if (texts === anyText) {
    const range = lengthBetween(minLength, maxLength);
    if (range === null)
      note(path, maxLength === null ? "minLength" : "maxLength", "relaxed", tooMany);
    return range ?? anyText;
  }
  const own = lengthsOf(texts);
  let all2 = texts;
  if (minLength > own.min) {
    const longer = lengthBetween(minLength, null);
    const both3 = longer === null ? null : intersect2(all2, longer);
    if (both3 === null) note(path, "minLength", "relaxed", tooMany);
    else all2 = both3;
  }
  if (maxLength === null || own.max !== null && own.max <= maxLength) return all2;
  const shorter = lengthBetween(0, maxLength);
  const both2 = shorter === null ? null : intersect2(all2, shorter);
  if (both2 === null) note(path, "maxLength", "relaxed", tooMany);
  return both2 ?? all2;
}
var tooMany = "takes too many states";
function otherStrings(shape, open) {
  const { values, texts: limits, minLength, maxLength } = shape;
  if (values === null && limits.length === 0) {
    const shorter = minLength > 0 ? [{ ...open, maxLength: minLength - 1 }] : [];
    return maxLength === null ? shorter : [...shorter, { ...open, minLength: maxLength + 1 }];
  }
  let isWhole2 = true;
  const texts = complement2(textsOf(shape, () => isWhole2 = false));
  if (!isWhole2) return null;
  if (isEmpty(texts)) return [];
  return [{ ...open, texts: [{ texts, keyword: "not", path: shape.path, format: null }] }];
}
function stringsDiffer(a, b) {
  return areDisjoint(textsOf(a), textsOf(b)) === true;
}

// src/schema/disjoint.ts
var maxCompared = 128;
function areDisjoint2(alternatives, shapesOf) {
  if (alternatives.length > maxCompared) return false;
  return alternatives.every(
    (a, i) => alternatives.slice(i + 1).every((b) => a.every((x) => b.every((y) => shapesDiffer(x, y, shapesOf))))
  );
}
function shapesDiffer(a, b, shapesOf) {
  if (a.type !== b.type) return true;
  if (a.values !== null && b.values !== null) return valuesDiffer(a.values, b.values);
  if (a.type === "string" && b.type === "string") return stringsDiffer(a, b);
  if (a.type === "object" && b.type === "object") return objectsDiffer(a, b, shapesOf);
  return false;
}
function valuesDiffer(a, b) {
  const texts = new Set(a.map((value) => canonicalText(value)));
  return b.every((value) => !texts.has(canonicalText(value)));
}
function objectsDiffer(a, b, shapesOf) {
  for (const key of a.required) {
    const [mine, theirs] = [a.properties.get(key), b.properties.get(key)];
    if (!b.required.has(key) || mine === void 0 || theirs === void 0) continue;
    const [x, y] = [listedValues(shapesOf(mine)), listedValues(shapesOf(theirs))];
    if (x !== null && y !== null && valuesDiffer(x, y)) return true;
  }
  return false;
}
function listedValues(shapes) {
  const values = [];
  for (const shape of shapes) {
    if (shape.values === null) return null;
    for (const value of shape.values) values.push(value);
  }
  return values;
}

// src/schema/literal-shape.ts
function literalShape(value, path) {
  const open = openShape(typeOf(value), path);
  const only = (schema) => [{ schema: constant(schema), path }];
  if (open.type === "array" && Array.isArray(value)) {
    const count = value.length;
    return { ...open, prefix: value.map(only), minItems: count, maxItems: count };
  }
  if (open.type === "object" && isObject(value)) {
    const keys2 = Object.keys(value);
    return {
      ...open,
      properties: new Map(keys2.map((key) => [key, only(ownMember(value, key))])),
      required: new Set(keys2),
      additional: [{ schema: false, path }],
      listed: true
    };
  }
  return { ...open, values: [value] };
}
var constants = /* @__PURE__ */ new WeakMap();
function constant(value) {
  if (typeof value !== "object" || value === null) return { const: value };
  let schema = constants.get(value);
  if (schema === void 0) constants.set(value, schema = { const: value });
  return schema;
}

// src/schema/array-keywords.ts
function readArray(reading, open) {
  const at = keywordReader(reading);
  if (at.boolean("uniqueItems") !== null) at.exact("uniqueItems");
  const maxItems = at.count("maxItems");
  for (const keyword of ["minItems", "maxItems"]) {
    const bound2 = at.count(keyword);
    if (bound2 === null) continue;
    if (bound2 <= MaxBound) at.exact(keyword);
    else at.note(keyword, "relaxed", `is enforced up to ${MaxBound} items`);
  }
  return {
    ...open,
    ...readItems(reading),
    contains: readContains(reading),
    unique: at.boolean("uniqueItems") === true,
    minItems: Math.min(at.count("minItems") ?? 0, MaxBound),
    maxItems: maxItems !== null && maxItems > MaxBound ? null : maxItems
  };
}
function readItems(reading) {
  const at = keywordReader(reading);
  const tuple2 = Array.isArray(at.value("items")) ? "items" : "prefixItems";
  const restKeyword = tuple2 === "items" ? "additionalItems" : "items";
  const path = memberPath(reading.path, tuple2);
  const prefix2 = (at.list(tuple2) ?? []).map((schema, i) => [
    { schema, path: memberPath(path, i) }
  ]);
  if (prefix2.length > 0) at.exact(tuple2);
  if (!at.has(restKeyword)) return { prefix: prefix2, rest: [] };
  at.exact(restKeyword);
  const rest = { schema: at.value(restKeyword), path: memberPath(reading.path, restKeyword) };
  return { prefix: prefix2, rest: [rest] };
}
function readContains(reading) {
  const at = keywordReader(reading);
  if (!at.has("contains")) return [];
  at.exact("contains");
  const [min, max] = [at.count("minContains"), at.count("maxContains")];
  if (min !== null) at.exact("minContains");
  if (max !== null) at.exact("maxContains");
  const path = memberPath(reading.path, "contains");
  const schemas2 = [{ schema: at.value("contains"), path }];
  return min === 0 && max === null ? [] : [{ schemas: schemas2, from: 0, min: min ?? 1, max }];
}
function meetArrays(a, b) {
  const minItems = Math.max(a.minItems, b.minItems);
  const maxItems = lowerMax(a.maxItems, b.maxItems);
  if (maxItems !== null && maxItems < minItems) return null;
  const prefix2 = [];
  for (let i = 0; i < Math.max(a.prefix.length, b.prefix.length); i++) {
    prefix2.push([...a.prefix[i] ?? a.rest, ...b.prefix[i] ?? b.rest]);
  }
  return {
    ...a,
    prefix: prefix2,
    rest: [...a.rest, ...b.rest],
    minItems,
    maxItems,
    contains: [...a.contains, ...b.contains],
    unique: a.unique || b.unique
  };
}

// src/schema/meet-shapes.ts
function meetShapes(a, b, admits) {
  if (a.type !== b.type) return null;
  const both2 = meetFamily(a, b, admits);
  const inexact2 = a.inexact || b.inexact;
  return both2 === null || both2.inexact === inexact2 ? both2 : { ...both2, inexact: inexact2 };
}
function meetFamily(a, b, admits) {
  if (saysNothing(a)) return b;
  if (saysNothing(b)) return a;
  if (a.values !== null) return withValues(a, (value) => admits(b, value));
  if (b.values !== null) return withValues(b, (value) => admits(a, value));
  return meetLimits(a, b);
}
function meetLimits(a, b) {
  if (a.type === "number" && b.type === "number") {
    const both2 = meetNumbers(a, b);
    return isEmptyRange(both2) ? null : both2;
  }
  if (a.type === "string" && b.type === "string") return meetStrings(a, b);
  if (a.type === "array" && b.type === "array") return meetArrays(a, b);
  if (a.type === "object" && b.type === "object") return meetObjects(a, b);
  return a;
}
function saysNothing(shape) {
  return isOpen(shape) && !(shape.type === "object" && shape.additional !== null);
}
function withValues(shape, passes) {
  const values = (shape.values ?? []).filter(passes);
  return values.length === 0 ? null : { ...shape, values };
}
function uniteShapes(shapes) {
  const open = /* @__PURE__ */ new Map();
  for (const shape of shapes)
    if (isOpen(shape) && !open.has(shape.type)) open.set(shape.type, shape);
  const lists = /* @__PURE__ */ new Map();
  const result = /* @__PURE__ */ new Set();
  for (const shape of shapes) {
    const cover = open.get(shape.type);
    const list = lists.get(shape.type);
    if (cover !== void 0) result.add(cover);
    else if (shape.values === null || shape.inexact) result.add(shape);
    else if (list !== void 0) for (const value of shape.values) list.push(value);
    else {
      const values = [...shape.values];
      lists.set(shape.type, values);
      result.add({ ...shape, values });
    }
  }
  return [...result];
}
function distinct(values) {
  const seen = /* @__PURE__ */ new Map();
  for (const value of values) {
    const text = canonicalText(value);
    if (text !== null && !seen.has(text)) seen.set(text, value);
  }
  return [...seen.values()];
}

// src/schema/negate.ts
function negated({ schema, path, negated: is = false }) {
  if (typeof schema === "boolean") return { schema: !schema, path };
  return { schema, path, negated: !is };
}
function otherShapes(shape) {
  const { type, path, inexact: inexact2 } = shape;
  if (inexact2) return null;
  const open = openShape(type, path);
  switch (shape.type) {
    case "null":
      return [];
    case "boolean": {
      const left = shape.values === null ? [] : [true, false].filter((v) => !shape.values?.includes(v));
      return left.length === 0 ? [] : [{ ...shape, values: left }];
    }
    case "number":
      return open.type === "number" ? otherNumbers(shape, open) : null;
    case "string":
      return open.type === "string" ? otherStrings(shape, open) : null;
    case "array":
      if (shape.values !== null) return otherLiterals(shape, shape.values);
      return open.type === "array" ? otherArrays(shape, open) : null;
    case "object":
      if (shape.values !== null) return otherLiterals(shape, shape.values);
      return open.type === "object" ? otherObjects(shape, open) : null;
  }
}
function otherLiterals({ path }, values) {
  const [value, ...more] = values;
  return more.length > 0 ? null : otherShapes(literalShape(value, path));
}
function otherArrays(shape, open) {
  const { prefix: prefix2, rest, minItems, maxItems, contains, unique } = shape;
  if (unique && (maxItems === null || maxItems > 1)) return null;
  const others = [];
  if (minItems > 0) others.push({ ...open, maxItems: minItems - 1 });
  if (maxItems !== null) others.push({ ...open, minItems: maxItems + 1 });
  prefix2.forEach((schemas2, i) => {
    const before = prefix2.slice(0, i).map(() => []);
    for (const part of schemas2) {
      others.push({ ...open, prefix: [...before, [negated(part)]], minItems: i + 1 });
    }
  });
  const from = prefix2.length;
  for (const part of rest) {
    others.push({ ...open, contains: [{ schemas: [negated(part)], from, min: 1, max: null }] });
  }
  for (const { min, max, ...wanted } of contains) {
    if (min > 0) others.push({ ...open, contains: [{ ...wanted, min: 0, max: min - 1 }] });
    if (max !== null) others.push({ ...open, contains: [{ ...wanted, min: max + 1, max: null }] });
  }
  return others.filter(isPossible);
}
function otherObjects(shape, open) {
  const { properties, required, additional, minProperties, maxProperties, someOther } = shape;
  if (someOther.length + shape.patterns.length + shape.names.length > 0) return null;
  const others = [];
  const never3 = [{ schema: false, path: shape.path }];
  for (const key of required) others.push({ ...open, properties: /* @__PURE__ */ new Map([[key, never3]]) });
  for (const [key, schemas2] of properties) {
    for (const part of schemas2) {
      const own = /* @__PURE__ */ new Map([[key, [negated(part)]]]);
      others.push({ ...open, properties: own, required: /* @__PURE__ */ new Set([key]) });
    }
  }
  const except = new Set(properties.keys());
  for (const part of additional ?? []) {
    if (part.schema === true) continue;
    others.push({ ...open, someOther: [{ schemas: [negated(part)], except }] });
  }
  if (minProperties > 0) others.push({ ...open, maxProperties: minProperties - 1 });
  if (maxProperties !== null) others.push({ ...open, minProperties: maxProperties + 1 });
  return others.filter(isPossible);
}
function isPossible(shape) {
  const never3 = (schemas2) => schemas2?.some(({ schema }) => schema === false) === true;
  if (shape.type === "object") {
    if (shape.someOther.some(({ schemas: schemas2 }) => never3(schemas2))) return false;
    return ![...shape.required].some((key) => never3(shape.properties.get(key)));
  }
  if (shape.type !== "array") return true;
  if (shape.contains.some(({ min, schemas: schemas2 }) => min > 0 && never3(schemas2))) return false;
  return !shape.prefix.some((schemas2, i) => i < shape.minItems && never3(schemas2));
}

// src/schema/algebra.ts
function createAlgebra(input) {
  const { admits, reporter, contradicts, shapesOf } = input;
  let work = 0;
  function product2(a, b, limit) {
    const shapes = [];
    for (const x of a) {
      work += b.length * weightOf2(x);
      for (const y of b) {
        const both2 = meetShapes(x, y, admits);
        if (both2 !== null && isPossible2(both2)) shapes.push(both2);
        if (shapes.length > limit) return null;
      }
    }
    return uniteShapes(shapes);
  }
  function isPossible2(shape) {
    if (shape.type === "array") {
      const { prefix: prefix2, rest, minItems } = shape;
      if (minItems > prefix2.length && rest.length > 1 && contradicts(rest)) return false;
      return !prefix2.some((schemas2, i) => i < minItems && contradicts(schemas2));
    }
    if (shape.type !== "object" || shape.values !== null) return true;
    for (const key of shape.required) {
      const schemas2 = schemasOfKey(shape, key) ?? [];
      if (schemas2.length > 0 && contradicts(schemas2)) return false;
    }
    return true;
  }
  function meet(a, b, path, keyword) {
    const both2 = product2(a, b, MaxShapes);
    if (both2 !== null) return both2;
    reporter.note(path, keyword, "relaxed", `has more than ${MaxShapes} combinations`);
    return (a.length < b.length ? a : b).map(inexactly);
  }
  function exclude(a, others, path) {
    const both2 = work > MaxWork2 ? null : product2(a, others, MaxOthers);
    if (both2 !== null && weightOfAll(both2) <= Math.max(MaxWeight, 2 * weightOfAll(a))) return both2;
    reporter.note(path, "", "relaxed", "takes too many cases to exclude where it must not hold");
    return a.map(inexactly);
  }
  function complement4(shapes, path) {
    return jsonTypes.flatMap((type) => complementOf(type, shapes, path));
  }
  function complementOf(type, shapes, path) {
    let left = [openShape(type, path)];
    let isExact = true;
    for (const shape of shapes.flatMap((found) => found.type === type ? singles(found) : [])) {
      const others = otherShapes(shape);
      const next = others === null || work > MaxWork2 ? null : product2(left, others, MaxOthers);
      if (next !== null) left = next;
      else {
        isExact = false;
        const reason = "has values that cannot be told apart where they must not be";
        reporter.note(shape.path, "", "relaxed", reason);
      }
    }
    return isExact ? left : left.map(inexactly);
  }
  function exactlyOne(lists, path) {
    if (areDisjoint2(lists, shapesOf)) return uniteShapes(lists.flat());
    if (lists.length > MaxOverlapping || work > MaxWork2) return null;
    const parts = [];
    for (const [i, own] of lists.entries()) {
      let left = own;
      for (const [j, other] of lists.entries()) {
        if (i === j || product2(own, other, MaxShapes)?.length === 0) continue;
        const next = product2(left, complement4(other, path), MaxOthers);
        if (next === null || next.some(({ inexact: inexact2 }) => inexact2)) return null;
        left = next;
      }
      parts.push(left);
    }
    const all2 = uniteShapes(parts.flat());
    return weightOfAll(all2) > MaxWeight ? null : all2;
  }
  return { meet, exclude, unite: (lists) => uniteShapes(lists.flat()), complement: complement4, exactlyOne };
}
var MaxOverlapping = 12;
var MaxWeight = 384;
var MaxWork2 = 2e5;
function weightOf2(shape) {
  return shape.type === "object" ? 4 + shape.properties.size : 4;
}
function weightOfAll(shapes) {
  return shapes.reduce((sum, shape) => sum + weightOf2(shape), 0);
}
function inexactly(shape) {
  return shape.inexact ? shape : { ...shape, inexact: true };
}
var maxSingles = 64;
function singles(shape) {
  if (shape.values === null || shape.type !== "array" && shape.type !== "object") return [shape];
  if (shape.values.length > maxSingles) return [shape];
  return shape.values.map((value) => literalShape(value, shape.path));
}

// src/schema/base-shapes.ts
function baseShapes(reading, admits) {
  const { types, integer: integer2 } = readTypes(reading);
  const shapes = types.flatMap((type) => {
    const { watched, isLoose } = watch(reading);
    const shape = readFamily(openShape(type, reading.path), watched, integer2);
    if (isEmpty2(shape)) return [];
    return [isLoose() ? { ...shape, inexact: true } : shape];
  });
  const values = readValues(reading);
  return values === null ? shapes : shapes.flatMap((shape) => fitting(shape, values, admits));
}
function watch(reading) {
  let loose = false;
  const { reporter } = reading;
  const note = (path, keyword, effect, reason) => {
    if (effect !== "exact" && effect !== "narrowed") loose = true;
    reporter.note(path, keyword, effect, reason);
  };
  return { watched: { ...reading, reporter: { ...reporter, note } }, isLoose: () => loose };
}
function readFamily(open, reading, integer2) {
  switch (open.type) {
    case "null":
    case "boolean":
      return open;
    case "number":
      return readNumber(reading, open, integer2);
    case "string":
      for (const keyword of ["contentEncoding", "contentMediaType", "contentSchema"]) {
        const reason = "asks what a text holds, and that is not looked into";
        if (ownMember(reading.schema, keyword) !== void 0) {
          reading.reporter.note(reading.path, keyword, "ignored", reason);
        }
      }
      return readString(reading, open);
    case "array":
      return readArray(reading, open);
    case "object":
      return readObject(reading, open);
  }
}
function isEmpty2(shape) {
  switch (shape.type) {
    case "number":
      return isEmptyRange(shape);
    case "string":
      return shape.maxLength !== null && shape.maxLength < shape.minLength;
    case "array":
      return shape.maxItems !== null && shape.maxItems < shape.minItems;
    case "object":
      return shape.maxProperties !== null && shape.maxProperties < shape.minProperties;
    default:
      return false;
  }
}
function fitting(shape, values, admits) {
  const fit = values.filter((value) => typeOf(value) === shape.type && admits(shape, value));
  return fit.length === 0 ? [] : [{ ...shape, values: fit }];
}
function readValues(reading) {
  const at = keywordReader(reading);
  const lists = [];
  if (Object.hasOwn(reading.schema, "const")) lists.push([at.value("const")]);
  const listed2 = at.list("enum");
  if (listed2 !== null) lists.push(listed2);
  if (lists.length === 0) return null;
  const keyword = listed2 === null ? "const" : "enum";
  at.exact(keyword);
  const values = distinct(lists[0] ?? []);
  if (values.length === 0 && (lists[0]?.length ?? 0) > 0) {
    at.note(keyword, "refused", "is no JSON value");
    return null;
  }
  if (lists.length === 1) return values;
  const texts = new Set((lists[1] ?? []).map((value) => canonicalText(value)));
  return values.filter((value) => texts.has(canonicalText(value)));
}
function readTypes(reading) {
  const at = keywordReader(reading);
  const open = { types: jsonTypes, integer: false };
  if (!at.has("type")) return open;
  const said = at.value("type");
  const names2 = (Array.isArray(said) ? said : [said]).filter((name) => typeof name === "string");
  const types = names2.map((name) => name === "integer" ? "number" : name);
  const known2 = jsonTypes.filter((type) => types.includes(type));
  if (known2.length === 0 || !types.every(isKnown)) {
    at.note("type", "refused", "names no type of JSON");
    return open;
  }
  at.exact("type");
  if (types.includes("any")) return open;
  const nullable = at.boolean("nullable") === true && !known2.includes("null");
  if (at.boolean("nullable") !== null) at.exact("nullable");
  const integer2 = names2.includes("integer") && !names2.includes("number");
  return { types: nullable ? ["null", ...known2] : known2, integer: integer2 };
}
function isKnown(name) {
  return name === "any" || jsonTypes.some((type) => type === name);
}

// src/schema/shapes-of.ts
function createSchemas({ references: references2, reporter, tracksEvaluated }) {
  const known2 = [
    /* @__PURE__ */ new Map(),
    /* @__PURE__ */ new Map()
  ];
  const joined2 = /* @__PURE__ */ new Map();
  const ids = /* @__PURE__ */ new Map();
  const open = /* @__PURE__ */ new Set();
  let read2 = 0;
  let cuts = 0;
  const admits = createAdmits(shapesOf);
  const algebra = createAlgebra({ admits, reporter, contradicts, shapesOf });
  function shapesOf(schemas2) {
    const parts = simplify(schemas2);
    if (parts.length === 1 && parts[0] !== void 0) return shapesOfOne(parts[0]);
    const key = keyOfParts(parts);
    const found = joined2.get(key);
    if (found !== void 0) return found;
    const path = schemas2[0]?.path ?? "";
    const cutsBefore = cuts;
    const ordered = parts.toSorted((a, b) => Number(isNegated(a)) - Number(isNegated(b)));
    const shapes = ordered.reduce((all2, part) => {
      const own = shapesOfOne(part);
      return isNegated(part) ? algebra.exclude(all2, own, part.path) : algebra.meet(all2, own, part.path, "allOf");
    }, anything(path));
    if (cuts === cutsBefore || open.size === 0) joined2.set(key, shapes);
    return shapes;
  }
  function shapesOfOne(located) {
    const { schema, path, negated: negated2 = false } = located;
    if (typeof schema === "boolean") return schema === negated2 ? [] : anything(path);
    if (!isObject(schema) || schema === unread) {
      const reason = schema === unread ? nestedTooDeeply2 : "is no schema, and any value is admitted";
      reporter.note(path, "", "refused", reason);
      return anythingInstead(path);
    }
    const found = known2[negated2 ? 1 : 0]?.get(schema);
    if (found !== void 0) return found;
    if (!negated2) return readShapes(schema, path);
    const cutsBefore = cuts;
    const shapes = algebra.complement(shapesOfOne({ schema, path }), path);
    if (cuts === cutsBefore || open.size === 0) known2[1]?.set(schema, shapes);
    return shapes;
  }
  function readShapes(schema, path) {
    if (open.has(schema)) {
      cuts++;
      return [];
    }
    if (++read2 > MaxSchemas || open.size > MaxDepth3) {
      reporter.note(path, "", "refused", nestedTooDeeply2);
      return anythingInstead(path);
    }
    open.add(schema);
    const cutsBefore = cuts;
    const shapes = combine(schema, path);
    open.delete(schema);
    if (cuts === cutsBefore || open.size === 0) known2[0]?.set(schema, shapes);
    return shapes;
  }
  function combine(schema, path) {
    const reading = { schema, path, reporter };
    const tools = { algebra, references: references2, tracksEvaluated, shapesOf: shapesOfOne };
    const isAlone = ownMember(schema, "$ref") !== void 0 && !references2.hasSiblings(schema);
    const own = isAlone ? anything(path) : baseShapes(reading, admits);
    return applyKeywords(reading, own, tools, isAlone);
  }
  function contradicts(schemas2) {
    if (schemas2.some(({ schema, negated: negated2 = false }) => schema === negated2)) return true;
    const parts = simplify(schemas2);
    const isBoth = (part) => parts.some((other) => other.schema === part.schema && isNegated(other) !== isNegated(part));
    if (parts.some(isBoth)) return true;
    const flat = parts.filter(isFlat);
    return flat.length > 1 && shapesOf(flat).length === 0;
  }
  function simplify(schemas2) {
    const parts = /* @__PURE__ */ new Map();
    for (const schema of schemas2) {
      const part = follow2(schema);
      if (part.schema !== !isNegated(part)) parts.set(idOf(part), part);
    }
    return [...parts.values()];
  }
  function follow2(located) {
    let at = located;
    for (let i = 0; i < 64 && isObject(at.schema) && isPlainReference(at.schema); i++) {
      const target = references2.target(at.schema, "$ref");
      if (target === null) return at;
      reporter.note(at.path, "$ref", "exact");
      at = isNegated(located) ? { ...target, negated: true } : target;
    }
    return at;
  }
  function keyOfParts(parts) {
    return parts.map(idOf).toSorted().join("&");
  }
  function idOf(part) {
    const { schema } = part;
    let id = ids.get(schema);
    if (id === void 0) ids.set(schema, id = ids.size);
    return isNegated(part) ? `!${id}` : String(id);
  }
  return { shapesOf, keyOf: (schemas2) => keyOfParts(simplify(schemas2)) };
}
function isNegated({ negated: negated2 = false }) {
  return negated2;
}
var constraints = /^(type|enum|const|nullable|allOf|anyOf|oneOf|not|if|then|else|\$dynamicRef|\$recursiveRef|properties|required|patternProperties|additional.*|propertyNames|depend.*|unevaluated.*|min.*|max.*|exclusive.*|multipleOf|pattern|format|items|prefixItems|contains|uniqueItems)$/;
function isPlainReference(schema) {
  return typeof ownMember(schema, "$ref") === "string" && !Object.keys(schema).some((keyword) => constraints.test(keyword));
}
var combining = /^(\$ref|\$dynamicRef|\$recursiveRef|allOf|anyOf|oneOf|not|if|depend.*|unevaluated.*)$/;
function isFlat({ schema }) {
  return isObject(schema) && !Object.keys(schema).some((keyword) => combining.test(keyword));
}

// src/schema/factor.ts
var maxDepth3 = 64;
function factor2(make, alternatives) {
  return factorFrom(make, alternatives.map(joinTexts), 0);
}
function factorFrom(make, alternatives, depth) {
  const groups = groupByFirst(alternatives);
  const whole = alternatives.some((parts) => parts.length === 0);
  if (depth >= maxDepth3) return [make.choice(longestFirst(alternatives))];
  const written2 = [...groups.values()].map((group2) => {
    const [only2] = group2;
    if (group2.length === 1 && only2 !== void 0) return only2;
    const { prefix: prefix2, rests } = splitPrefix(group2);
    return joinTexts([...prefix2, ...factorFrom(make, rests, depth + 1)]);
  });
  const [only] = written2;
  if (written2.length <= 1) return whole ? make.optional(only ?? []) : only ?? [];
  return whole ? make.optional([make.choice(written2)]) : [make.choice(written2)];
}
function groupByFirst(alternatives) {
  const groups = /* @__PURE__ */ new Map();
  for (const parts of alternatives) {
    const [first] = parts;
    if (first === void 0) continue;
    const symbol = typeof first === "string" ? firstChar(first) : first;
    const group2 = groups.get(symbol);
    if (group2 === void 0) groups.set(symbol, [parts]);
    else group2.push(parts);
  }
  return groups;
}
function firstChar(text) {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}
function splitPrefix(group2) {
  const prefix2 = [];
  let rests = [...group2];
  for (; ; ) {
    const shared = sharedFirst(rests);
    if (shared === null) return { prefix: prefix2, rests };
    prefix2.push(shared);
    rests = rests.map((parts) => withoutFirst(parts, shared));
  }
}
function sharedFirst(rests) {
  const [first] = rests[0] ?? [];
  if (first === void 0) return null;
  if (typeof first !== "string") return rests.every((parts) => parts[0] === first) ? first : null;
  let length = first.length;
  for (const [other] of rests) {
    if (typeof other !== "string") return null;
    length = Math.min(length, sharedLength(first, other, length));
  }
  return length === 0 ? null : first.slice(0, length);
}
function sharedLength(a, b, most) {
  let i = 0;
  while (i < most && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  const last = a.charCodeAt(i - 1);
  return i > 0 && last >= 55296 && last <= 56319 ? i - 1 : i;
}
function withoutFirst(parts, shared) {
  const [first, ...others] = parts;
  if (typeof first === "string" && typeof shared === "string" && first.length > shared.length) {
    return [first.slice(shared.length), ...others];
  }
  return others;
}
function longestFirst(alternatives) {
  return alternatives.toSorted((a, b) => textLength(b) - textLength(a));
}
function textLength([first]) {
  return typeof first === "string" ? first.length : 0;
}

// src/schema/layout.ts
function layoutOf(make, whitespace) {
  switch (whitespace) {
    case "compact":
      return { name: whitespace, gap: [], colon: [":"], comma: [","] };
    case "one-space":
      return { name: whitespace, gap: [], colon: [": "], comma: [", "] };
    case "free": {
      const gap = [make.space()];
      return { name: whitespace, gap, colon: [...gap, ":", ...gap], comma: [",", ...gap] };
    }
  }
}

// src/schema/json-escapes.ts
var plainChars = complement(
  charSet([
    [0, 31],
    [34, 34],
    [92, 92]
  ])
);
var shortEscapes = /* @__PURE__ */ new Map([
  [34, '"'],
  [92, "\\"],
  [47, "/"],
  [8, "b"],
  [12, "f"],
  [10, "n"],
  [13, "r"],
  [9, "t"]
]);
var maxWideRanges = 8;
var halves = [55296, 57343];
var controls2 = [0, 31];
var beyondAscii = charSet([
  [128, 55295],
  [57344, 1114111]
]);
function spell2(set) {
  const wide = intersect(set, beyondAscii);
  const isWide = wide.length > 0 && wide.length <= maxWideRanges * 2;
  return {
    plain: mendPairs(intersect(set, plainChars)),
    short: [...shortEscapes.keys()].filter((point) => hasChar(set, point)),
    numbered: charSet([
      ...charRanges(intersect(set, controls2)),
      ...isWide ? charRanges(wide) : []
    ])
  };
}
function mendPairs(set) {
  const whole = intersect(set, complement(halves));
  return hasChar(whole, 55295) && hasChar(whole, 57344) ? charSet([...charRanges(whole), [55296, 57343]]) : whole;
}
function hasEscapes({ short, numbered: numbered2 }) {
  return short.length > 0 || numbered2.length > 0;
}
function writeEscapes(make, branches) {
  const letters = branches.flatMap(({ spelling, rest }) => {
    const chars = spelling.short.map((point) => shortEscapes.get(point) ?? "");
    return chars.length === 0 ? [] : [[one2(make, chars), ...rest]];
  });
  const numbers = branches.flatMap(
    ({ spelling, rest }) => spelling.numbered.length === 0 ? [] : [["u", numberOf(make, spelling.numbered), ...rest]]
  );
  return factor2(make, [...letters, ...numbers]);
}
function numberOf(make, set) {
  return make.shared(
    `number ${set.join()}`,
    () => make.rule(make.freeName("json:number-of"), () => writeHex(make, piecesOf(make, set), 4))
  );
}
function piecesOf(make, set) {
  const pieces = [];
  const pairs = /* @__PURE__ */ new Map();
  for (const [low, high] of charRanges(set)) {
    if (low < 65536) pieces.push({ low, high: Math.min(high, 65535), rest: [], key: "" });
    if (high < 65536) continue;
    for (const { first, from, to } of pairsOf(Math.max(low, 65536), high)) {
      const known2 = pairs.get(first);
      const piece = { low: from, high: to, rest: [], key: "" };
      if (known2 === void 0) pairs.set(first, [piece]);
      else known2.push(piece);
    }
  }
  for (const [first, seconds] of pairs) {
    const key = seconds.map(({ low, high }) => `${low}-${high}`).join();
    pieces.push({ low: first, high: first, rest: secondHalf(make, seconds), key });
  }
  return joinPieces(pieces);
}
function secondHalf(make, seconds) {
  return ["\\u", ...writeHex(make, joinPieces(seconds), 4)];
}
function pairsOf(low, high) {
  const found = [];
  for (let at = low; at <= high; at = (at | 1023) + 1) {
    const end = Math.min(high, at | 1023);
    found.push({
      first: 55296 + (at - 65536 >> 10),
      from: 56320 + (at & 1023),
      to: 56320 + (end & 1023)
    });
  }
  return found;
}
function joinPieces(pieces) {
  const out = [];
  for (const piece of pieces.toSorted((a, b) => a.low - b.low)) {
    const last = out[out.length - 1];
    if (last !== void 0 && last.key === piece.key && last.high + 1 === piece.low) {
      out[out.length - 1] = { ...last, high: piece.high };
    } else out.push(piece);
  }
  return out;
}
function writeHex(make, pieces, digits2) {
  const size = 16 ** digits2;
  const [only] = pieces;
  if (pieces.length === 1 && only !== void 0 && only.low === 0 && only.high === size - 1) {
    return digits2 === 0 ? only.rest : [make.chars(hexDigitSet, digits2, digits2), ...only.rest];
  }
  const step3 = size / 16;
  const groups = /* @__PURE__ */ new Map();
  for (let digit = 0; digit < 16; digit++) {
    const inner = clip2(pieces, digit * step3, (digit + 1) * step3 - 1);
    if (inner.length === 0) continue;
    const key = inner.map(({ low, high, key: end }) => `${low}-${high}${end}`).join();
    const group2 = groups.get(key);
    if (group2 === void 0) groups.set(key, { digits: [digit], inner });
    else group2.digits.push(digit);
  }
  return factor2(
    make,
    [...groups.values()].map(({ digits: alike, inner }) => [
      one2(make, alike.flatMap(bothCases)),
      ...writeHex(make, inner, digits2 - 1)
    ])
  );
}
function clip2(pieces, from, to) {
  return pieces.filter(({ low, high }) => low <= to && high >= from).map((piece) => ({
    ...piece,
    low: Math.max(piece.low, from) - from,
    high: Math.min(piece.high, to) - from
  }));
}
var hexDigitSet = charSet([
  [48, 57],
  [65, 70],
  [97, 102]
]);
function bothCases(digit) {
  const text = digit.toString(16);
  return digit < 10 ? [text] : [text, text.toUpperCase()];
}
function one2(make, chars) {
  const [only] = chars;
  if (chars.length === 1 && only !== void 0) return only;
  return make.chars(
    charSet(chars.map((char) => [char.charCodeAt(0), char.charCodeAt(0)])),
    1,
    1
  );
}

// src/schema/state-plan.ts
var MaxWrittenStates = 600;
function planStates(automaton) {
  const table = createTable(automaton);
  const plans = /* @__PURE__ */ new Map();
  const waiting = [0];
  for (let state = waiting.pop(); state !== void 0; state = waiting.pop()) {
    if (plans.has(state)) continue;
    if (plans.size >= MaxWrittenStates) return null;
    const plan = planState(table, state);
    plans.set(state, plan);
    for (const { to } of plan.edges) if (!plans.has(to)) waiting.push(to);
  }
  return plans;
}
function createTable({ classes, next, labels }) {
  const width = classes.length;
  const known2 = /* @__PURE__ */ new Map();
  const sets = /* @__PURE__ */ new Map();
  function ways(state) {
    let found = known2.get(state);
    if (found !== void 0) return found;
    const byTarget = /* @__PURE__ */ new Map();
    for (let index = 0; index < width; index++) {
      const to = next[state * width + index] ?? -1;
      if (to < 0) continue;
      const before = byTarget.get(to);
      byTarget.set(to, before === void 0 ? String(index) : `${before},${index}`);
    }
    found = { label: labels[state] ?? 0, byTarget };
    known2.set(state, found);
    return found;
  }
  function setOf(key) {
    let set = sets.get(key);
    if (set !== void 0) return set;
    set = charSet(key.split(",").flatMap((index) => charRanges(classes[Number(index)] ?? [])));
    sets.set(key, set);
    return set;
  }
  return { failed: /* @__PURE__ */ new Set(), ways, setOf };
}
function planState(table, state) {
  const { byTarget } = table.ways(state);
  const loop = byTarget.get(state);
  if (loop !== void 0) {
    return planRest(table, state, state, { set: table.setOf(loop), min: 0, max: null });
  }
  let best = null;
  for (const to of byTarget.keys()) {
    const chain = followChain(table, state, to);
    if (chain !== null && (best === null || chain.length > best.length)) best = chain;
  }
  if (best === null) return planRest(table, state, -1, null);
  return planRest(table, best.rest, best.without, best.run);
}
function followChain(table, start, first) {
  const classes = table.ways(start).byTarget.get(first) ?? "";
  const set = table.setOf(classes);
  let state = start;
  let min = 0;
  const seen = /* @__PURE__ */ new Set();
  while (!seen.has(state) && restKey(table, state, classes) === "0") {
    seen.add(state);
    state = wayBy(table, state, classes);
    min++;
  }
  const rest = restKey(table, state, classes);
  const loops = table.ways(state).byTarget.get(state) === classes;
  if (loops) return { run: { set, min, max: null }, length: min, rest: state, without: state };
  const leave = state;
  let max = min;
  const without = rest === null ? -1 : wayBy(table, state, classes);
  if (rest !== null && !table.failed.has(`${state} ${classes}`)) {
    const passed = [];
    while (!seen.has(state) && restKey(table, state, classes) === rest) {
      seen.add(state);
      passed.push(state);
      state = wayBy(table, state, classes);
      max++;
    }
    if (max > min && keyOf2(table.ways(state), -1) === rest) {
      return { run: { set, min, max }, length: max, rest: leave, without };
    }
    for (const hit of passed) table.failed.add(`${hit} ${classes}`);
  }
  return min >= 2 ? { run: { set, min, max: min }, length: min, rest: leave, without: -1 } : null;
}
function wayBy(table, state, classes) {
  for (const [to, key] of table.ways(state).byTarget) if (key === classes) return to;
  return -1;
}
function restKey(table, state, classes) {
  const to = wayBy(table, state, classes);
  return to < 0 ? null : keyOf2(table.ways(state), to);
}
function keyOf2({ label: label3, byTarget }, without) {
  const parts = [...byTarget].filter(([to]) => to !== without).map(([to, classes]) => `${to}:${classes}`);
  return [label3, ...parts].join(" ");
}
function planRest(table, state, without, run2) {
  const { label: label3, byTarget } = table.ways(state);
  const edges = [...byTarget].filter(([to]) => to !== without).map(([to, classes]) => ({ set: table.setOf(classes), to }));
  return { run: run2, edges, label: label3 };
}

// src/schema/string-char.ts
var hexDigits = "0-9a-fA-F";
function classOf2(source) {
  const set = readClass(source);
  if (typeof set === "string") throw new Error(set);
  return set;
}
function stringChar2(make) {
  const one3 = (source) => [make.chars(classOf2(source), 1, 1)];
  const hex3 = (count) => [make.chars(classOf2(hexDigits), count, count)];
  return make.rule("json:char", () => {
    const unit = make.choice([
      [...one3("0-9a-ce-fA-CE-F"), ...hex3(3)],
      [
        ...one3("dD"),
        make.choice([
          [...one3("0-7"), ...hex3(2)],
          [...one3("89abAB"), ...hex3(2), "\\u", ...one3("dD"), ...one3("c-fC-F"), ...hex3(2)]
        ])
      ]
    ]);
    const escape3 = make.choice([one3('"\\\\/bfnrt'), ["u", unit]]);
    return [make.choice([[make.chars(plainChars, 1, 1)], ["\\", escape3]])];
  });
}

// src/schema/write-automaton.ts
var maxInline2 = 16;
function writeAutomaton(make, automaton, { name, tail }) {
  if (!hasRoom(make)) return null;
  const plans = planStates(wellFormed(automaton));
  if (plans === null || !takeRoom(make, plans.size)) return null;
  const uses = countUses(plans);
  const names2 = /* @__PURE__ */ new Map();
  const waiting = [];
  function ruleOf2(state) {
    let ruleName2 = names2.get(state);
    if (ruleName2 === void 0) {
      ruleName2 = make.freeName(state === 0 ? name : `${name}-s${state}`);
      names2.set(state, ruleName2);
      waiting.push(state);
    }
    return [make.p.ref(ruleName2)];
  }
  function stateParts(state, depth, isShared) {
    const plan = plans?.get(state);
    if (plan === void 0) return [];
    if (isEnd(plan)) return tail(plan.label);
    if (isAnything(plan)) return anyRest(make, tail(plan.label));
    const isRule = isShared || depth >= maxInline2 || (uses.get(state) ?? 0) > 1;
    return isRule ? ruleOf2(state) : planParts(plan, depth + 1);
  }
  function planParts({ run: run2, edges, label: label3 }, depth) {
    const spelled = edges.map(({ set, to }) => ({ spelling: spell2(set), to }));
    const escaped = spelled.filter(({ spelling }) => hasEscapes(spelling));
    const isDecided = escaped.length > 1;
    const alternatives = spelled.flatMap(({ spelling, to }) => {
      if (!isDecided && hasEscapes(spelling)) {
        return [[charOf(make, spelling), ...stateParts(to, depth, false)]];
      }
      if (spelling.plain.length === 0) return [];
      const isShared = isDecided && hasEscapes(spelling);
      return [[plainOf(make, spelling.plain), ...stateParts(to, depth, isShared)]];
    });
    if (isDecided) {
      const branches = escaped.map(({ spelling, to }) => ({
        spelling,
        rest: stateParts(to, depth, true)
      }));
      alternatives.push(["\\", ...writeEscapes(make, branches)]);
    }
    if (label3 !== 0) alternatives.push(tail(label3));
    const rest = factor2(make, alternatives);
    return run2 === null ? rest : [...runParts(make, run2), ...rest];
  }
  const first = plans.get(0);
  if (first === void 0) return null;
  const isSmall2 = plans.size <= 4 && !isLooping(plans);
  const parts = isSmall2 || isAnything(first) ? stateParts(0, 0, false) : ruleOf2(0);
  for (let state = waiting.pop(); state !== void 0; state = waiting.pop()) {
    const plan = plans.get(state);
    if (plan !== void 0) make.rule(names2.get(state) ?? name, () => planParts(plan, 0));
  }
  return parts;
}
var MaxAllStates = 1e4;
var written = /* @__PURE__ */ new WeakMap();
function hasRoom(make) {
  return (written.get(make) ?? 0) < MaxAllStates;
}
function takeRoom(make, states) {
  const all2 = (written.get(make) ?? 0) + states;
  written.set(make, all2);
  return all2 <= MaxAllStates;
}
function wellFormed(automaton) {
  const holdsHalves = ([low, ...rest]) => low !== void 0 && low >= 55296 && (rest.at(-1) ?? 0) <= 57343;
  if (!automaton.classes.some(holdsHalves)) return automaton;
  const whole = fromPattern("^[^\\ud800-\\udfff]*$");
  return (isFault(whole) ? null : intersect2(automaton, whole)) ?? automaton;
}
function isEnd({ run: run2, edges }) {
  return run2 === null && edges.length === 0;
}
function isLooping(plans) {
  return [...plans.values()].some(({ edges }) => edges.some(({ to }) => to === 0));
}
function countUses(plans) {
  const uses = /* @__PURE__ */ new Map();
  for (const { edges } of plans.values()) {
    for (const { to } of edges) uses.set(to, (uses.get(to) ?? 0) + 1);
  }
  return uses;
}
function isAnything({ run: run2, edges }) {
  const isEndless = run2 !== null && run2.min === 0 && run2.max === null;
  return isEndless && edges.length === 0 && isAnyChar(run2.set);
}
function isAnyChar(set) {
  return set.length === 2 && set[0] === 0 && set[1] === 1114111;
}
function anyRest(make, tail) {
  const [quote2, ...others] = tail;
  if (quote2 !== '"') return [make.json("stringContent"), ...tail];
  return [make.rule("json:string-rest", () => [make.json("stringContent"), '"']), ...others];
}
function runParts(make, { set, min, max }) {
  if (isAnyChar(set)) return make.repeat([stringChar2(make)], min, max);
  const spelling = spell2(set);
  if (hasEscapes(spelling)) return make.repeat([namedChar(make, spelling)], min, max);
  return [make.chars(spelling.plain, min, max)];
}
function plainOf(make, set) {
  const [low, high] = set;
  if (set.length === 2 && low !== void 0 && low === high) return String.fromCodePoint(low);
  return make.chars(set, 1, 1);
}
function charOf(make, spelling) {
  const key = keyOf3(spelling);
  return make.shared(`char ${key}`, () => {
    const escape3 = ["\\", escapeOf(make, spelling)];
    if (spelling.plain.length === 0) return make.node(escape3);
    return make.choice([[plainOf(make, spelling.plain)], escape3]);
  });
}
function namedChar(make, spelling) {
  return make.shared(
    `named ${keyOf3(spelling)}`,
    () => make.rule(make.freeName("json:char-of"), () => [charOf(make, spelling)])
  );
}
function escapeOf(make, spelling) {
  const { short, numbered: numbered2 } = spelling;
  return make.shared(`escape ${short.join()} ${numbered2.join()}`, () => {
    const parts = writeEscapes(make, [{ spelling, rest: [] }]);
    if (numbered2.length === 0) return make.node(parts);
    return make.rule(make.freeName("json:escape-of"), () => parts);
  });
}
function keyOf3({ plain: plain2, short, numbered: numbered2 }) {
  return `${plain2.join()} ${short.join()} ${numbered2.join()}`;
}

// src/schema/other-keys.ts
var maxCharacters = 8192;
function canTellApart(names2) {
  return names2.reduce((sum, name) => sum + name.length, 0) <= maxCharacters;
}
function writeOther(writer, shape, settings2) {
  const { make, layout } = writer;
  const groups = hasRoom(make) ? groupKeys(writer, shape, settings2) : null;
  if (groups === null) return writeAnyOther(writer, shape, settings2);
  const { keys: keys2, values } = groups;
  const [only] = values;
  if (only === void 0 || isEmpty(keys2)) return null;
  const pair = (value) => [...layout.colon, ...value, ...layout.gap];
  if (keys2 === anyText) return [make.json("string"), ...pair(only)];
  const writeKey = (tail) => writeAutomaton(make, keys2, { name: `${settings2.name}-key`, tail });
  if (values.length === 1) {
    const inside2 = writeKey(() => ['"']);
    if (inside2 === null) return writeAnyOther(writer, shape, settings2);
    const key = inside2.length > 1 ? [make.rule(make.freeName(`${settings2.name}-key`), () => inside2)] : inside2;
    return ['"', ...key, ...pair(only)];
  }
  const tails = values.map(
    (value) => make.rule(make.freeName(`${settings2.name}-value`), () => ['"', ...pair(value)])
  );
  const inside = writeKey((label3) => [tails[label3 - 1] ?? '"']);
  return inside === null ? writeAnyOther(writer, shape, settings2) : ['"', ...inside];
}
function groupKeys(writer, shape, { listed: listed2, additional }) {
  const names2 = shape.names.length === 0 ? [] : [writer.strings(shape.names)];
  const known2 = listed2.length === 0 || !canTellApart(listed2) ? noText : fromWords(listed2);
  if (known2 === null) return null;
  const values = [];
  const indexOf = /* @__PURE__ */ new Map();
  function valueLabel(schemas2) {
    const value = schemas2 === null ? null : writer.value(schemas2);
    if (value === null) return 0;
    const key = value.join("\n");
    let label3 = indexOf.get(key);
    if (label3 === void 0) indexOf.set(key, label3 = values.push(value));
    return label3;
  }
  const patterns = tellingPatterns(shape, additional);
  if (patterns.size === 0 && names2.length === 0 && known2 === noText) {
    return { keys: valueLabel(additional) === 0 ? noText : anyText, values };
  }
  const found = [...patterns];
  const keys2 = classify({
    within: names2.length === 0 ? [anyText] : names2,
    without: [known2],
    sets: found.map(([texts]) => texts),
    label: (members) => valueLabel(members.length === 0 ? additional : members.flatMap((i) => found[i]?.[1] ?? []))
  });
  return keys2 === null ? null : { keys: keys2, values };
}
function tellingPatterns({ patterns }, additional) {
  const found = /* @__PURE__ */ new Map();
  for (const { texts, schemas: schemas2 } of patterns) {
    if (additional?.length === 0 && schemas2.length === 0) continue;
    const same = [...found.keys()].find((other) => areEqual(other, texts)) ?? texts;
    found.set(same, [...found.get(same) ?? [], ...schemas2]);
  }
  return found;
}
function writeAnyOther({ make, layout, value }, { patterns, names: names2 }, { additional, noteLoss }) {
  if (patterns.length > 0) noteLoss("patternProperties");
  if (names2.length > 0) noteLoss("propertyNames");
  noteLoss("additionalProperties");
  const found = value(patterns.length > 0 ? [] : additional ?? []);
  return found === null ? null : [make.json("string"), ...layout.colon, ...found, ...layout.gap];
}
function isName(writer, { names: names2 }, name) {
  return names2.length === 0 || accepts(writer.strings(names2), name);
}

// src/schema/write-any.ts
function createAnyJson(make, layout) {
  if (layout.name === "free") {
    return {
      value: () => [make.json("value")],
      object: () => [make.json("object")],
      array: () => [make.json("array")]
    };
  }
  const stem = `json-${layout.name}`;
  const listOf = (item) => make.optional([...item, ...make.repeat([...layout.comma, ...item], 0, null)]);
  const value = () => [
    make.rule(`${stem}:value`, () => [
      make.choice([
        object(),
        array2(),
        [make.json("string")],
        [make.json("number")],
        [make.json("bool")],
        [make.json("null")]
      ])
    ])
  ];
  const object = () => [
    make.rule(`${stem}:object`, () => [
      "{",
      ...listOf([make.json("string"), ...layout.colon, ...value()]),
      "}"
    ])
  ];
  const array2 = () => [make.rule(`${stem}:array`, () => ["[", ...listOf(value()), "]"])];
  return { value, object, array: array2 };
}

// src/schema/write-counted-array.ts
var MaxConstraints = 6;
var MaxStates2 = 1024;
function writeCountedArray(writer, shape, name) {
  const constraints2 = [...shape.contains, ...onceEach(writer, shape)];
  if (constraints2.length === 0) return "uncounted";
  const array2 = constraints2.length > MaxConstraints ? null : statesOf(writer, shape, constraints2);
  if (array2 === null) {
    for (const keyword of keywordsOf(shape)) {
      writer.reporter.note(shape.path, keyword, "ignored", "has too many items to count");
    }
    return "uncounted";
  }
  noteUncertain(writer, shape);
  return array2.length === 0 ? null : writeStates(writer, array2, name);
}
function keywordsOf({ contains, unique }) {
  return [...contains.length > 0 ? ["contains"] : [], ...unique ? ["uniqueItems"] : []];
}
function noteUncertain({ shapesOf, reporter }, { contains, path }) {
  for (const { schemas: schemas2, max } of contains) {
    if (max === null) continue;
    const others = schemas2.flatMap((part) => shapesOf([negated(part)]));
    if (others.some(({ inexact: inexact2 }) => inexact2)) {
      reporter.note(path, "contains", "relaxed", "cannot tell all items that fit from others");
    }
  }
}
function onceEach(writer, shape) {
  const { unique, maxItems, prefix: prefix2, rest, path } = shape;
  if (!unique || maxItems !== null && maxItems < 2) return [];
  const values = /* @__PURE__ */ new Map();
  for (const schemas2 of [...prefix2, ...maxItems === prefix2.length ? [] : [rest]]) {
    for (const item of writer.shapesOf(schemas2)) {
      const listed2 = item.type === "null" ? [null] : item.type === "boolean" ? booleans(item.values) : item.values;
      if (listed2 === null || item.type === "array" || item.type === "object") {
        writer.reporter.note(path, "uniqueItems", "ignored", "cannot be said by a grammar");
        return [];
      }
      for (const value of listed2) {
        const equal = [{ schema: { const: value }, path }];
        values.set(value, { schemas: equal, from: 0, min: 0, max: 1 });
      }
    }
  }
  return [...values.values()];
}
function booleans(values) {
  return values ?? [true, false];
}
function statesOf(writer, shape, constraints2) {
  const { minItems, maxItems, prefix: prefix2, rest } = shape;
  const last = Math.max(prefix2.length, ...constraints2.map(({ from }) => from));
  const ids = /* @__PURE__ */ new Map();
  const states = [];
  const idOf = (state) => {
    const key = JSON.stringify(state);
    let id = ids.get(key);
    if (id === void 0) ids.set(key, id = states.push(state) - 1);
    return id;
  };
  const kinds = /* @__PURE__ */ new Map();
  const kindsAt = (index) => {
    let found = kinds.get(index);
    if (found === void 0) {
      found = kindsOf(
        writer,
        prefix2[index] ?? rest,
        constraints2.map(({ from, schemas: schemas2 }) => from <= index ? schemas2 : null)
      );
      kinds.set(index, found);
    }
    return found;
  };
  const mostCounted = maxItems ?? minItems;
  idOf({ index: 0, count: 0, counts: constraints2.map(() => 0) });
  const out = [];
  for (let i = 0; i < states.length; i++) {
    const state = states[i];
    if (state === void 0 || states.length > MaxStates2) return null;
    const { index, count, counts } = state;
    const ends = count >= minItems && constraints2.every(({ min }, k) => (counts[k] ?? 0) >= min);
    const isFull = maxItems !== null && count >= maxItems;
    const items2 = (isFull ? [] : kindsAt(index)).flatMap(({ fits: fits2, parts }) => {
      const next = constraints2.map((_, k) => (counts[k] ?? 0) + (fits2[k] === true ? 1 : 0));
      if (constraints2.some(({ max }, k) => max !== null && (next[k] ?? 0) > max)) return [];
      const capped = next.map(
        (n, k) => Math.min(n, constraints2[k]?.max ?? constraints2[k]?.min ?? 0)
      );
      const to = {
        index: Math.min(index + 1, last),
        count: Math.min(count + 1, Math.max(mostCounted, 1)),
        counts: capped
      };
      return [{ parts, to: idOf(to) }];
    });
    out.push({ isFirst: count === 0, ends, items: items2 });
  }
  return live(out);
}
function kindsOf(writer, schemas2, wanted) {
  const kinds = [];
  for (let bits = 0; bits < 1 << wanted.length; bits++) {
    const fits2 = wanted.map((_, k) => (bits & 1 << k) !== 0);
    if (wanted.some((some, k) => some === null && fits2[k] === true)) continue;
    const own = [...schemas2];
    for (const [k, some] of wanted.entries()) {
      const [part] = some ?? [];
      if (part !== void 0) own.push(fits2[k] === true ? part : negated(part));
    }
    const parts = writer.value(own);
    if (parts !== null) kinds.push({ fits: fits2, parts });
  }
  return kinds;
}
function live(states) {
  const alive = /* @__PURE__ */ new Set();
  for (let grown2 = true; grown2; ) {
    grown2 = false;
    for (let id = states.length - 1; id >= 0; id--) {
      const state = states[id];
      if (state === void 0 || alive.has(id)) continue;
      if (state.ends || state.items.some(({ to }) => alive.has(to))) {
        alive.add(id);
        grown2 = true;
      }
    }
  }
  if (!alive.has(0)) return [];
  return states.map((state) => ({ ...state, items: state.items.filter(({ to }) => alive.has(to)) }));
}
function writeStates(writer, states, name) {
  const { make, layout } = writer;
  const named = states.map((_, id) => make.freeName(`${name}-items-${id}`));
  const reached = /* @__PURE__ */ new Set([0]);
  for (const id of reached) {
    const { isFirst, ends, items: items2 } = states[id] ?? { isFirst: false, ends: true, items: [] };
    const alternatives = items2.map(({ parts, to }) => {
      reached.add(to);
      const comma = isFirst ? [] : layout.comma;
      return [...comma, ...parts, ...layout.gap, make.p.ref(named[to] ?? "")];
    });
    make.rule(named[id] ?? "", () => factor2(make, ends ? [...alternatives, ["]"]] : alternatives));
  }
  return ["[", ...layout.gap, make.p.ref(named[0] ?? "")];
}

// src/schema/write-array.ts
function writeArray(writer, shape, name) {
  const { layout } = writer;
  const counted = writeCountedArray(writer, shape, name);
  if (counted !== "uncounted") return counted;
  const items2 = shape.prefix.map((schemas2) => writer.value(schemas2));
  const impossible = items2.indexOf(null);
  const prefix2 = (impossible < 0 ? items2 : items2.slice(0, impossible)).filter((i) => i !== null);
  const rest = impossible < 0 ? writer.value(shape.rest) : null;
  const most = rest === null ? prefix2.length : Infinity;
  const max = Math.min(shape.maxItems ?? Infinity, most);
  if (max < shape.minItems) return null;
  const list = writeItems(writer, { prefix: prefix2, rest, min: shape.minItems, max }, 0);
  return ["[", ...layout.gap, ...list, "]"];
}
function writeItems(writer, items2, index) {
  const { make, layout } = writer;
  if (index >= items2.max) return [];
  const comma = index === 0 ? [] : layout.comma;
  const own = items2.prefix[index];
  if (own === void 0) return writeRest(writer, items2, index);
  const one3 = [...comma, ...own, ...layout.gap, ...writeItems(writer, items2, index + 1)];
  return index >= items2.min ? make.optional(one3) : one3;
}
function writeRest({ make, layout }, items2, index) {
  const { rest } = items2;
  if (rest === null) return [];
  const min = Math.max(0, items2.min - index);
  const max = items2.max === Infinity ? null : items2.max - index;
  const one3 = [...rest, ...layout.gap];
  const next = [...layout.comma, ...one3];
  if (index > 0) return make.repeat(next, min, max);
  const more = make.repeat(next, Math.max(0, min - 1), max === null ? null : max - 1);
  const all2 = [...one3, ...more];
  return min === 0 ? make.optional(all2) : all2;
}

// src/schema/write-literal.ts
function writeLiteral(layout, value) {
  if (Array.isArray(value)) {
    return bracket(
      layout,
      "[",
      value.map((item) => writeLiteral(layout, item)),
      "]"
    );
  }
  if (isObject(value)) {
    const members = Object.keys(value).map((key) => [
      JSON.stringify(key),
      ...layout.colon,
      ...writeLiteral(layout, ownMember(value, key))
    ]);
    return bracket(layout, "{", members, "}");
  }
  return [scalarText(value) ?? "null"];
}
function bracket(layout, open, items2, close) {
  const inner = items2.flatMap((item, i) => [
    ...i === 0 ? [] : layout.comma,
    ...item,
    ...layout.gap
  ]);
  return [open, ...layout.gap, ...inner, close];
}

// src/schema/number-automaton.ts
function numberAutomaton(reader, limit) {
  const ids = /* @__PURE__ */ new Map();
  const places = [];
  const states = [];
  function idOf(place) {
    const key = keyOf4(reader, place);
    let id = ids.get(key);
    if (id === void 0) {
      id = places.length;
      ids.set(key, id);
      places.push(place);
    }
    return id;
  }
  idOf({
    phase: "start",
    negative: false,
    state: reader.start,
    zero: true,
    zeros: true,
    padded: false
  });
  for (let i = 0; i < places.length; i++) {
    if (places.length > limit) return null;
    const place = places[i];
    if (place === void 0) break;
    const next = /* @__PURE__ */ new Map();
    for (const char of "-+.e0123456789") {
      const after = step2(reader, place, char);
      if (after !== null) next.set(char, idOf(after));
    }
    const exponent = next.get("e");
    if (exponent !== void 0) next.set("E", exponent);
    states.push({ accepts: accepts2(reader, place), next });
  }
  return minimise2(states);
}
function keyOf4(reader, place) {
  const { phase, negative, zero, zeros, padded } = place;
  if (phase === "e" || phase === "esign" || phase === "exp") return phase;
  const flags = `${negative ? "-" : ""}${zero ? "z" : ""}${zeros ? "f" : ""}${padded ? "p" : ""}`;
  return `${phase}${flags} ${reader.key(place.state)}`;
}
function step2(reader, place, char) {
  const { phase, state } = place;
  if (char === "-" || char === "+") {
    if (phase === "start") return char === "-" ? { ...place, phase: "sign", negative: true } : null;
    return phase === "e" ? { ...place, phase: "esign" } : null;
  }
  if (char === ".") {
    return phase === "zero" || phase === "whole" ? { ...place, phase: "point" } : null;
  }
  if (char === "e") {
    return isMantissa(place) && reader.scales(state, endOf(place)) ? { ...place, phase: "e" } : null;
  }
  const digit = Number(char);
  const zero = place.zero && digit === 0;
  switch (phase) {
    case "start":
    case "sign":
    case "whole": {
      const first = phase !== "whole";
      const next = first && digit === 0 ? "zero" : "whole";
      return { ...place, phase: next, state: reader.whole(state, digit), zero };
    }
    case "point":
    case "fraction":
      return {
        ...place,
        phase: "fraction",
        state: reader.fraction(state, digit),
        zero,
        zeros: place.zeros && digit === 0,
        padded: digit === 0
      };
    case "e":
    case "esign":
    case "exp":
      return { ...place, phase: "exp" };
    default:
      return null;
  }
}
function accepts2(reader, place) {
  return place.phase === "exp" || isMantissa(place) && reader.accepts(place.state, endOf(place));
}
function isMantissa({ phase }) {
  return phase === "zero" || phase === "whole" || phase === "fraction";
}
function endOf({ phase, negative, zero, zeros, padded }) {
  const hasPoint = phase === "fraction";
  return { negative, zero, zeros: hasPoint && zeros, padded: hasPoint && padded };
}
function minimise2(states) {
  const live2 = liveStates(states);
  const kept = states.map((state) => ({
    accepts: state.accepts,
    next: [...state.next].filter(([, to]) => live2.has(to))
  }));
  let classes = kept.map(({ accepts: ends }, i) => !live2.has(i) ? -1 : ends ? 1 : 0);
  for (let count = 0; ; ) {
    const known2 = /* @__PURE__ */ new Map();
    const refined = kept.map(({ next }, i) => {
      const mine = classes[i] ?? -1;
      if (mine < 0) return -1;
      const key = `${mine};${next.map(([char, to]) => `${char}${classes[to]}`).join(" ")}`;
      let id = known2.get(key);
      if (id === void 0) known2.set(key, id = known2.size);
      return id;
    });
    classes = refined;
    if (known2.size === count) break;
    count = known2.size;
  }
  return { states: quotient(kept, classes) };
}
function liveStates(states) {
  const before = /* @__PURE__ */ new Map();
  states.forEach(({ next }, from) => {
    for (const to of next.values()) {
      const list = before.get(to);
      if (list === void 0) before.set(to, [from]);
      else list.push(from);
    }
  });
  const live2 = /* @__PURE__ */ new Set();
  const open = states.flatMap(({ accepts: ends }, i) => ends ? [i] : []);
  for (let id = open.pop(); id !== void 0; id = open.pop()) {
    if (live2.has(id)) continue;
    live2.add(id);
    for (const from of before.get(id) ?? []) open.push(from);
  }
  return live2;
}
function quotient(states, classes) {
  const order = /* @__PURE__ */ new Map([[classes[0] ?? -1, 0]]);
  const out = [];
  states.forEach(({ accepts: ends, next }, i) => {
    const mine = classes[i] ?? -1;
    if (mine < 0 || order.has(mine) !== (i === 0)) return;
    if (i > 0) order.set(mine, order.size);
    out.push({ accepts: ends, next: new Map(next) });
  });
  return out.map(({ accepts: ends, next }) => ({
    accepts: ends,
    next: new Map(
      [...next].map(([char, to]) => [char, order.get(classes[to] ?? -1) ?? 0])
    )
  }));
}

// src/schema/number-probe.ts
function comparison(limit) {
  const { whole, fraction: fraction2 } = plainDigits(limit);
  const isZero = limit.digits === 0n;
  const side = limit.digits < 0n ? -1 : 1;
  const signed = (sizes2, negative) => {
    if (isZero) return negative ? 0 - sizes2 : sizes2;
    if (negative !== side < 0) return negative ? -1 : 1;
    return negative ? 0 - sizes2 : sizes2;
  };
  const sizes = (state) => {
    const found = sizesOf(state, whole.length);
    if (found !== 0) return found;
    const equal = state.startsWith("f") ? Number(state.slice(1)) : 0;
    return equal < fraction2.length ? -1 : 0;
  };
  return {
    start: "0:0",
    whole(state, digit) {
      const [count = "0", order = "0"] = state.split(":");
      const next = Math.min(Number(count) + 1, whole.length + 1);
      const own = Math.sign(digit - Number(whole[Number(count)] ?? 0));
      if (next > whole.length) return `${next}:1`;
      return `${next}:${order === "0" ? own : order}`;
    },
    fraction(state, digit) {
      if (state === "less" || state === "more") return state;
      if (!state.startsWith("f")) {
        const order = sizesOf(state, whole.length);
        if (order !== 0) return order < 0 ? "less" : "more";
      }
      const equal = state.startsWith("f") ? Number(state.slice(1)) : 0;
      const own = digit - Number(fraction2[equal] ?? 0);
      if (own !== 0) return own < 0 ? "less" : "more";
      return `f${Math.min(equal + 1, fraction2.length)}`;
    },
    verdict: (state, negative) => signed(sizes(state), negative)
  };
}
function sizesOf(state, length) {
  if (state === "less") return -1;
  if (state === "more") return 1;
  if (state.startsWith("f")) return 0;
  const [count = "0", order = "0"] = state.split(":");
  if (Number(count) !== length) return Number(count) < length ? -1 : 1;
  return Number(order);
}
function divisibility(step3) {
  const modulus = step3.digits < 0n ? -step3.digits : step3.digits;
  const places = step3.scale;
  const after = (rest, digit) => String((BigInt(rest) * 10n + BigInt(digit)) % modulus);
  return {
    start: "0",
    whole: after,
    fraction(state, digit) {
      const [rest = "0", seen = "0"] = state.split(".");
      if (rest === "no") return state;
      if (Number(seen) < places) return `${after(rest, digit)}.${Number(seen) + 1}`;
      return digit === 0 ? `${rest}.${seen}` : "no";
    },
    verdict(state) {
      const [rest = "0", seen = "0"] = state.split(".");
      if (rest === "no") return false;
      return BigInt(rest) * 10n ** BigInt(places - Number(seen)) % modulus === 0n;
    }
  };
}
function membership(values) {
  const sets = [false, true].map(
    (negative) => new Set(
      values.filter(({ digits: digits2 }) => digits2 === 0n || digits2 < 0n === negative).map((value) => textOf5(value))
    )
  );
  const starts = /* @__PURE__ */ new Set();
  for (const set of sets) {
    for (const text of set) for (let i = 1; i <= text.length; i++) starts.add(text.slice(0, i));
  }
  const settle = (text) => {
    if (starts.has(text)) return text;
    const value = trimmed(text);
    return sets.some((set) => set.has(value)) ? `${value.includes(".") ? value : `${value}.`}0` : "-";
  };
  return {
    start: "",
    whole: (state, digit) => starts.has(`${state}${digit}`) ? `${state}${digit}` : "-",
    fraction: (state, digit) => state === "-" ? state : settle(`${state}${state.includes(".") ? "" : "."}${digit}`),
    verdict: (state, negative) => sets[negative ? 1 : 0]?.has(trimmed(state)) ?? false
  };
}
function textOf5(value) {
  const { whole, fraction: fraction2 } = plainDigits(value);
  return fraction2 === "" ? whole : `${whole}.${fraction2}`;
}
function trimmed(text) {
  return text.includes(".") ? text.replace(/\.?0*$/, "") : text;
}

// src/schema/write-digits.ts
var ruleEvery = 16;
function writeAutomaton2(make, automaton, name) {
  if (automaton.states.length === 0) return null;
  const edges = automaton.states.map((_, id) => edgesOf2(automaton, id));
  const uses = automaton.states.map(() => 0);
  edges.forEach((list, from) => {
    for (const { to } of list) if (to !== from) uses[to] = (uses[to] ?? 0) + 1;
  });
  return writeState({ make, name, automaton, edges, uses, written: /* @__PURE__ */ new Map() }, 0, 0);
}
function edgesOf2({ states }, id) {
  const chars = /* @__PURE__ */ new Map();
  for (const [char, to] of states[id]?.next ?? []) {
    const list = chars.get(to);
    if (list === void 0) chars.set(to, [char.charCodeAt(0)]);
    else list.push(char.charCodeAt(0));
  }
  return [...chars].map(([to, points]) => ({ set: charSet(points.map((p) => [p, p])), to }));
}
function writeState(writing, id, depth) {
  const known2 = writing.written.get(id);
  if (known2 !== void 0) return known2;
  const { make, uses } = writing;
  const isShared = (uses[id] ?? 0) > (id === 0 ? 0 : 1);
  if (isEnd2(writing, id)) return [];
  if (!isShared && depth < ruleEvery || isRun(writing, id))
    return writeBody(writing, id, depth + 1);
  const ruleName2 = make.freeName(writing.name);
  writing.written.set(id, [make.p.ref(ruleName2)]);
  const parts = [make.rule(ruleName2, () => writeBody(writing, id, 0))];
  writing.written.set(id, parts);
  return parts;
}
function isRun(writing, id) {
  const [edge, ...more] = writing.edges[id] ?? [];
  if (edge === void 0 || more.length > 0) return false;
  if (edge.to === id) return true;
  const run2 = runFrom(writing, id);
  return run2 !== null && (run2.end === null || isEnd2(writing, run2.end));
}
function isEnd2({ edges }, id) {
  return edges[id]?.length === 0;
}
function writeBody(writing, id, depth) {
  const { make, edges, automaton } = writing;
  const own = edges[id] ?? [];
  const run2 = runFrom(writing, id);
  if (run2 !== null) {
    const part = make.chars(run2.set, run2.min, run2.max);
    return run2.end === null ? [part] : [part, ...writeState(writing, run2.end, depth)];
  }
  const loop = own.find(({ to }) => to === id);
  const before = loop === void 0 ? [] : [make.chars(loop.set, 0, null)];
  const alternatives = own.filter((edge) => edge !== loop).map(({ set, to }) => [charPart(make, set), ...writeState(writing, to, depth)]);
  if (alternatives.length === 0) return before;
  const [only] = alternatives;
  const rest = alternatives.length === 1 && only !== void 0 ? only : [make.choice(alternatives)];
  return [...before, ...automaton.states[id]?.accepts === true ? make.optional(rest) : rest];
}
function charPart(make, set) {
  const [low = 0, high] = set;
  return set.length === 2 && low === high ? String.fromCharCode(low) : make.chars(set, 1, 1);
}
function runFrom({ edges, automaton, uses }, id) {
  const [first, ...others] = edges[id] ?? [];
  if (first === void 0 || others.length > 0 || first.to === id) return null;
  const accepts3 = (state) => automaton.states[state]?.accepts === true;
  const key = first.set.join();
  let [at, length, least] = [id, 0, accepts3(id) ? 0 : -1];
  for (; ; ) {
    const [edge, ...more] = edges[at] ?? [];
    if (edge === void 0 || more.length > 0 || edge.set.join() !== key) break;
    if (least >= 0 && !accepts3(at)) break;
    if (least >= 0 && !accepts3(edge.to)) break;
    if (at !== id && (uses[at] ?? 0) > 1 && edge.to !== at) break;
    if (edge.to === at) {
      return least < 0 ? null : { set: first.set, min: least, max: null, end: null };
    }
    at = edge.to;
    if (++length > edges.length) return null;
    if (least < 0 && accepts3(at)) least = length;
  }
  if (length < 2 && least !== 0) return null;
  if (least < 0 && first.set[0] === first.set[1] && first.set.length === 2 && length < 32)
    return null;
  if (least >= 0 && (edges[at]?.length ?? 0) > 0) return null;
  return { set: first.set, min: least < 0 ? length : least, max: length, end: at };
}

// src/schema/write-number.ts
var MaxNumberStates = 8192;
function writeNumbers(make, shapes, { name, integers }) {
  if (shapes.some((shape) => isOpen(shape))) return plain([[make.json("number")]]);
  const isPlain2 = integers === "digits" && shapes.some(isAnyInteger) && shapes.every(isWhole);
  if (isPlain2) return plain([[anyInteger(make)]]);
  const count = shapes.reduce((sum, { values }) => sum + (values?.length ?? 0), 0);
  if (count > MaxListed && shapes.every(({ values }) => values !== null)) return listed(shapes);
  const found = automatonOf(make, shapes, { name, integers });
  if (found !== null) return found;
  const looser = shapes.map((shape) => ({ ...shape, steps: [], offSteps: [] }));
  const relaxed = automatonOf(make, looser, { name, integers });
  return { ...relaxed ?? plain([[make.json("number")]]), relaxed: true };
}
var MaxListed = 256;
function listed(shapes) {
  const texts = shapes.flatMap(({ values }) => (values ?? []).map(scalarText));
  const distinct2 = new Set(texts.filter((text) => text !== null));
  return plain([...distinct2].map((text) => [text]));
}
function plain(alternatives) {
  return { alternatives, relaxed: false };
}
function automatonOf(make, shapes, { name, integers }) {
  const automaton = numberAutomaton(readerOf(shapes, integers), MaxNumberStates);
  if (automaton === null) return null;
  const parts = writeAutomaton2(make, automaton, name);
  const texts = shapes.flatMap(({ values }) => (values ?? []).filter(isScaled));
  const alternatives = texts.map((value) => [String(value)]);
  if (parts !== null) alternatives.push(parts);
  return { alternatives, relaxed: false };
}
function isAnyInteger(shape) {
  const { values, minimum, maximum, steps, offSteps, excluded } = shape;
  if (values !== null || minimum !== null || maximum !== null) return false;
  return steps.every(isOne) && steps.length > 0 && offSteps.length + excluded.length === 0;
}
function isOne({ digits: digits2, scale }) {
  return digits2 === 1n && scale === 0;
}
function isWhole({ values, steps }) {
  return values !== null || steps.some(({ scale }) => scale === 0);
}
function isScaled(value) {
  return typeof value === "number" && String(value).includes("e");
}
function isOfSign(shape) {
  const { values, minimum, maximum, steps, offSteps, excluded } = shape;
  if (values !== null || steps.length + offSteps.length + excluded.length > 0) return false;
  return [minimum, maximum].every((bound2) => bound2 === null || bound2.value.digits === 0n);
}
function readerOf(shapes, integers) {
  const probes = [];
  const all2 = shapes.map((shape) => ({
    tests: testsOf(shape, probes),
    isWhole: integers === "digits" && isWhole(shape),
    isListed: integers === "digits" && shape.values !== null,
    isOfSign: isOfSign(shape)
  }));
  const holds2 = (tests, states, negative) => tests.every((test) => test.holds(states[test.probe] ?? "", negative));
  return {
    start: probes.map(({ start }) => start),
    whole: (states, digit) => probes.map((probe, i) => probe.whole(states[i] ?? "", digit)),
    fraction: (states, digit) => probes.map((probe, i) => probe.fraction(states[i] ?? "", digit)),
    key: (states) => states.join(" "),
    accepts: (states, { negative, zero, zeros, padded }) => (
      // Zero has no sign.
      !(zero && negative) && all2.some(
        (shape) => !(zeros && shape.isWhole) && !(padded && shape.isListed) && holds2(shape.tests, states, negative)
      )
    ),
    scales: (states, { negative, zero }) => !(zero && negative) && all2.some((shape) => shape.isOfSign && holds2(shape.tests, states, negative))
  };
}
function testsOf(shape, probes) {
  function test(probe, says) {
    const index = probes.push(probe) - 1;
    return {
      probe: index,
      holds: (state, negative) => says(probe.verdict(state, negative))
    };
  }
  if (shape.values !== null) {
    const values = shape.values.filter((v) => typeof v === "number" || typeof v === "bigint");
    return [test(membership(values.map(decimalOf)), (is) => is)];
  }
  const { minimum, maximum } = shape;
  const tests = [];
  if (minimum !== null) {
    const { value, exclusive } = minimum;
    tests.push(test(comparison(value), (order) => order > 0 || order === 0 && !exclusive));
  }
  if (maximum !== null) {
    const { value, exclusive } = maximum;
    tests.push(test(comparison(value), (order) => order < 0 || order === 0 && !exclusive));
  }
  for (const step3 of shape.steps) tests.push(test(divisibility(step3), (is) => is));
  for (const step3 of shape.offSteps) tests.push(test(divisibility(step3), (is) => !is));
  if (shape.excluded.length > 0) tests.push(test(membership(shape.excluded), (is) => !is));
  return tests;
}
function anyInteger(make) {
  return make.rule("json:integer", () => [
    ...make.optional(["-"]),
    make.choice([["0"], [make.chars([49, 57], 1, 1), make.chars([48, 57], 0, null)]])
  ]);
}

// src/schema/object-members.ts
function writeMembers(members, some) {
  const chain = {
    ...members,
    lastRequired: members.properties.findLastIndex((property2) => property2.required),
    bodies: /* @__PURE__ */ new Map()
  };
  return members.order === "any" ? anyMembers(chain, (1 << members.properties.length) - 1, some) : listedMembers(chain, some);
}
var blockSize2 = 32;
function listedMembers(object, some) {
  for (let i = object.properties.length; i > blockSize2; i -= blockSize2) listedBody(object, i);
  const body = listedBody(object, 0);
  if (body === null) return [];
  return some || requiredFrom(object, 0) ? body : object.writer.make.optional(body);
}
function listedTail(object, index) {
  const { make, layout } = object.writer;
  const body = listedBody(object, index);
  if (body === null) return [];
  const more = [...layout.comma, ...body];
  return requiredFrom(object, index) ? more : make.optional(more);
}
function listedBody(object, index) {
  const { properties, others } = object;
  const own = properties[index];
  if (own === void 0) return others === null ? null : otherMembers(object, others);
  const known2 = object.bodies.get(index);
  if (known2 !== void 0) return known2;
  if (own.required && others === null) {
    const body = [...own.pair, ...listedTail(object, index + 1)];
    object.bodies.set(index, body);
    return body;
  }
  const { make } = object.writer;
  const name = make.freeName(`${object.name}-rest`);
  object.bodies.set(index, [make.p.ref(name)]);
  const rule = make.rule(name, () => {
    const alternatives = alternativesFrom(object, index);
    if (others !== null) alternatives.push([...others, ...listedTail(object, index)]);
    return factor2(make, alternatives);
  });
  object.bodies.set(index, [rule]);
  return [rule];
}
function alternativesFrom(object, index) {
  const { properties } = object;
  const end = (Math.floor(index / blockSize2) + 1) * blockSize2;
  const alternatives = [];
  for (let i = index; i < properties.length && i < end; i++) {
    const property2 = properties[i];
    if (property2 === void 0) break;
    alternatives.push([...property2.pair, ...listedTail(object, i + 1)]);
    if (property2.required) return alternatives;
  }
  if (end >= properties.length) return alternatives;
  return [...alternatives, laterBlock(object, end)];
}
function laterBlock(object, index) {
  const key = -1 - index;
  const known2 = object.bodies.get(key);
  if (known2 !== void 0) return known2;
  const { make } = object.writer;
  const name = make.freeName(`${object.name}-later`);
  const body = [make.rule(name, () => factor2(make, alternativesFrom(object, index)))];
  object.bodies.set(key, body);
  return body;
}
function requiredFrom({ lastRequired }, index) {
  return index <= lastRequired;
}
function otherMembers(object, others) {
  const { make, layout } = object.writer;
  return [...others, ...make.repeat([...layout.comma, ...others], 0, null)];
}
function anyMembers(object, left, some = false) {
  const body = anyBody(object, left);
  if (body === null) return [];
  return some || anyRequired(object, left) ? body : object.writer.make.optional(body);
}
function anyBody(object, left) {
  const { properties, others, writer } = object;
  if (left === 0) return others === null ? null : otherMembers(object, others);
  const known2 = object.bodies.get(left);
  if (known2 !== void 0) return known2;
  const { make } = writer;
  const name = make.freeName(`${object.name}-rest`);
  object.bodies.set(left, [make.p.ref(name)]);
  const rule = make.rule(name, () => {
    const alternatives = [];
    properties.forEach(({ pair }, i) => {
      if ((left & 1 << i) !== 0)
        alternatives.push([...pair, ...anyTail(object, left & ~(1 << i))]);
    });
    if (others !== null) alternatives.push([...others, ...anyTail(object, left)]);
    return factor2(make, alternatives);
  });
  object.bodies.set(left, [rule]);
  return [rule];
}
function anyTail(object, left) {
  const body = anyBody(object, left);
  if (body === null) return [];
  const more = [...object.writer.layout.comma, ...body];
  return anyRequired(object, left) ? more : object.writer.make.optional(more);
}
function anyRequired({ properties }, left) {
  return properties.some(({ required }, i) => required && (left & 1 << i) !== 0);
}

// src/schema/spread-others.ts
var MaxSpread = 64;
function spreadOthers(shape, additional) {
  const [first, ...more] = shape.someOther;
  if (first === void 0) return [shape];
  const { schemas: schemas2, except } = first;
  const rest = spreadOthers({ ...shape, someOther: more }, additional);
  const all2 = rest.flatMap((one3) => {
    const names2 = [.../* @__PURE__ */ new Set([...one3.properties.keys(), ...one3.required])];
    const found = names2.flatMap((key) => {
      if (except.has(key)) return [];
      const own = [...schemasOfKey(one3, key) ?? additional ?? [], ...schemas2];
      const properties2 = new Map(one3.properties).set(key, own);
      return [{ ...one3, properties: properties2, required: /* @__PURE__ */ new Set([...one3.required, key]) }];
    });
    if (additional === null) return found;
    const properties = new Map(one3.properties);
    for (const key of except) if (!properties.has(key)) properties.set(key, additional);
    return [...found, { ...one3, properties, someOther: [...one3.someOther, first] }];
  });
  return all2.slice(0, MaxSpread + 1);
}

// src/schema/object-states.ts
var MaxSteps2 = 6e3;
function objectStates(object) {
  const { properties, someOther, min, max, order } = object;
  const ids = /* @__PURE__ */ new Map();
  const open = [];
  const idOf = (progress) => {
    const key = `${progress.left} ${progress.count} ${progress.owed}`;
    let id = ids.get(key);
    if (id === void 0) ids.set(key, id = open.push(progress) - 1);
    return id;
  };
  const all2 = order === "any" ? 2 ** properties.length - 1 : 0;
  idOf({ left: all2, count: 0, owed: 2 ** someOther.length - 1 });
  const mostCounted = Math.max(max ?? min, 1);
  const states = [];
  let steps = 0;
  for (let i = 0; i < open.length; i++) {
    const from = open[i];
    if (from === void 0) break;
    const count = Math.min(from.count + 1, mostCounted);
    const isFull = max !== null && from.count >= max;
    const next = isFull ? [] : nextOf(object, from);
    steps += next.length + 1;
    if (steps > MaxSteps2) return null;
    states.push({
      isFirst: from.count === 0,
      ends: from.count >= min && from.owed === 0 && !isOwing(object, from.left),
      steps: next.map(({ pair, ...to }) => ({ pair, to: idOf({ ...to, count }) }))
    });
  }
  return onlyLive(states);
}
function nextOf({ properties, others, someOther, order }, from) {
  const { left, owed } = from;
  const found = [];
  for (const [i, { pair, required }] of properties.entries()) {
    if (order === "any") {
      if (hasBit(left, i)) found.push({ pair, left: left - 2 ** i, owed });
    } else if (i >= left) {
      found.push({ pair, left: i + 1, owed });
      if (required) break;
    }
  }
  for (const [i, pair] of someOther.entries()) {
    if (hasBit(owed, i)) found.push({ pair, left, owed: owed - 2 ** i });
  }
  if (others !== null) found.push({ pair: others, left, owed });
  return found;
}
function isOwing({ properties, order }, left) {
  return properties.some(
    ({ required }, i) => required && (order === "any" ? hasBit(left, i) : i >= left)
  );
}
function hasBit(bits, index) {
  return Math.floor(bits / 2 ** index) % 2 === 1;
}
function onlyLive(states) {
  const live2 = /* @__PURE__ */ new Set();
  for (let grown2 = true; grown2; ) {
    grown2 = false;
    for (let id = states.length - 1; id >= 0; id--) {
      const state = states[id];
      if (state === void 0 || live2.has(id)) continue;
      if (!state.ends && !state.steps.some(({ to }) => live2.has(to))) continue;
      live2.add(id);
      grown2 = true;
    }
  }
  if (!live2.has(0)) return [];
  return states.map((state) => ({ ...state, steps: state.steps.filter(({ to }) => live2.has(to)) }));
}

// src/schema/write-counted-object.ts
function isCounted({ someOther, minProperties, maxProperties }, properties, { others }) {
  const required = properties.filter((property2) => property2.required).length;
  if (someOther.length > 0 || minProperties > Math.max(required, 1)) return true;
  return maxProperties !== null && (others !== null || properties.length > maxProperties);
}
function writeCounted(members, shape, owed) {
  const { writer, properties, others, order } = members;
  const { minProperties: min, maxProperties: max } = shape;
  const { make, layout, reporter } = writer;
  if (properties.length === 0 && shape.someOther.length === 0) {
    if (others === null) return min > 0 ? null : ["{", ...layout.gap, "}"];
    if (max === 0) return ["{", ...layout.gap, "}"];
    const more = make.repeat(
      [...layout.comma, ...others],
      Math.max(0, min - 1),
      max === null ? null : max - 1
    );
    const all2 = [...others, ...more];
    return ["{", ...layout.gap, ...min > 0 ? all2 : make.optional(all2), "}"];
  }
  if (owed.includes(null)) return null;
  const states = objectStates({
    properties,
    others,
    someOther: owed.filter((parts) => parts !== null),
    min,
    max,
    order
  });
  if (states !== null) return states.length === 0 ? null : writeStates2(members, states);
  for (const keyword of ["minProperties", "maxProperties"]) {
    const isSaid = keyword === "minProperties" ? min > 0 : max !== null;
    if (isSaid) reporter.note(shape.path, keyword, "relaxed", "takes too many states to count");
  }
  if (shape.someOther.length > 0) {
    reporter.note(
      shape.path,
      "additionalProperties",
      "relaxed",
      "takes too many states to turn round"
    );
  }
  return "uncounted";
}
function writeStates2({ writer, name }, states) {
  const { make, layout } = writer;
  const named = states.map((_, id) => make.freeName(`${name}-members-${id}`));
  const reached = /* @__PURE__ */ new Set([0]);
  for (const id of reached) {
    const { isFirst, ends, steps } = states[id] ?? { isFirst: false, ends: true, steps: [] };
    const alternatives = steps.map(({ pair, to }) => {
      reached.add(to);
      return [...isFirst ? [] : layout.comma, ...pair, make.p.ref(named[to] ?? "")];
    });
    make.rule(named[id] ?? "", () => factor2(make, ends ? [...alternatives, ["}"]] : alternatives));
  }
  return ["{", ...layout.gap, make.p.ref(named[0] ?? "")];
}

// src/schema/write-object.ts
function writeObject(writer, shape, settings2) {
  const spread = spreadOthers(shape, settings2.additional);
  if (spread.length > MaxSpread) {
    const reason = "leaves out some of the ways to have another property";
    writer.reporter.note(shape.path, "additionalProperties", "narrowed", reason);
  }
  return spread.slice(0, MaxSpread).flatMap((one3) => {
    const parts = writeOne(writer, one3, settings2);
    return parts === null ? [] : [parts];
  });
}
function writeOne(writer, shape, settings2) {
  const { layout } = writer;
  const found = writeProperties(writer, shape, settings2);
  if (found === null) return null;
  const members = {
    writer,
    name: settings2.name,
    ...arrange(writer, found, writeOthers(writer, shape, settings2), settings2)
  };
  if (isCounted(shape, found, members)) {
    const owed = shape.someOther.map(({ schemas: schemas2 }) => {
      const additional = [...settings2.additional ?? [], ...schemas2];
      const patterns = shape.patterns.map((one3) => ({
        ...one3,
        schemas: [...one3.schemas, ...schemas2]
      }));
      return writeOthers(writer, { ...shape, patterns }, { ...settings2, additional });
    });
    const counted = writeCounted(members, shape, owed);
    if (counted !== "uncounted") return counted;
  }
  return ["{", ...layout.gap, ...writeMembers(members, shape.minProperties > 0), "}"];
}
function arrange({ make }, properties, others, settings2) {
  if (settings2.order !== "any") return { properties, others, order: "listed" };
  if (properties.length <= MaxAnyOrder) return { properties, others, order: "any" };
  const required = properties.filter((property2) => property2.required);
  if (required.length > MaxAnyOrder) return { properties, others, order: "listed" };
  const optional2 = properties.filter((property2) => !property2.required).map(({ pair }) => pair);
  const all2 = others === null ? optional2 : [...optional2, others];
  const name = make.freeName(`${settings2.name}-optional`);
  return {
    properties: required,
    others: [make.rule(name, () => factor2(make, all2))],
    order: "any"
  };
}
function writeProperties(writer, shape, { order, additional }) {
  const found = [];
  for (const key of /* @__PURE__ */ new Set([...shape.properties.keys(), ...shape.required])) {
    const required = shape.required.has(key);
    const schemas2 = schemasOfKey(shape, key) ?? additional ?? [];
    const value = isName(writer, shape, key) ? writer.value(schemas2) : null;
    if (value !== null) found.push({ pair: pairOf(writer, [JSON.stringify(key)], value), required });
    else if (required) return null;
  }
  if (order !== "required-first") return found;
  return [...found.filter((p) => p.required), ...found.filter((p) => !p.required)];
}
function pairOf({ layout }, key, value) {
  return [...key, ...layout.colon, ...value, ...layout.gap];
}
function writeOthers(writer, shape, { name, additional, noteLoss }) {
  if (additional === null && shape.patterns.length === 0) return null;
  const listed2 = [.../* @__PURE__ */ new Set([...shape.properties.keys(), ...shape.required])];
  const other = writeOther(writer, shape, { name, listed: listed2, additional, noteLoss });
  return other === null ? null : [writer.make.rule(writer.make.freeName(`${name}-other`), () => other)];
}

// src/schema/write-string.ts
function writeStrings(make, shapes, settings2) {
  const limited = shapes.filter((shape) => shape.values === null && shape.texts.length > 0);
  const ranges = joinRanges(shapes.filter((s) => s.values === null && s.texts.length === 0));
  if (ranges.some(({ min, max }) => min === 0 && max === null)) return [[make.json("string")]];
  const listed2 = shapes.flatMap((shape) => shape.values ?? []).map(String);
  const others = listed2.filter((text) => !ranges.some((range) => holds(range, text)));
  const plain2 = ranges.map(({ min, max }) => [
    '"',
    ...make.repeat([stringChar2(make)], min, max),
    '"'
  ]);
  if (limited.length === 0) return [...others.map(literal2), ...plain2];
  const [only] = limited;
  if (limited.length === 1 && only !== void 0 && ranges.length + others.length === 0) {
    return writeLimited(make, only, settings2);
  }
  const joined2 = joinLimited(limited, ranges.length === 0 ? others : null);
  const written2 = joined2 === null ? null : writeTexts(make, joined2.texts, settings2);
  if (joined2 !== null && written2 !== null) {
    const rest = joined2.hasWords ? [] : others.filter((text) => !accepts(joined2.texts, text));
    return [...rest.map(literal2), ...plain2, ...written2];
  }
  const apart = limited.flatMap((shape) => writeLimited(make, shape, settings2));
  return [...others.map(literal2), ...plain2, ...apart];
}
function literal2(text) {
  return [JSON.stringify(text)];
}
var maxListed = 256;
function joinLimited(shapes, words) {
  const hasWords = words !== null && words.length > 0 && words.length <= maxListed;
  const sets = [...shapes.map((shape) => textsOf(shape)), ...hasWords ? [fromWords(words)] : []];
  const texts = sets.reduce(
    (all2, next) => all2 === null || next === null ? null : union2(all2, next)
  );
  return texts === null ? null : { texts, hasWords };
}
function writeLimited(make, shape, settings2) {
  const { reporter } = settings2;
  const { minLength, maxLength, texts, path } = shape;
  const [only] = texts;
  const isPlain2 = minLength === 0 && maxLength === null && texts.length === 1;
  if (isPlain2 && only !== void 0 && only.format !== null) {
    return [['"', ...formatRule(make, only.format, only.texts)]];
  }
  const whole = writeTexts(make, textsOf(shape, reporter.note), settings2);
  if (whole !== null) return whole;
  const note = (keyword, at) => reporter.note(at, keyword, "relaxed", "would take too many rules");
  if (minLength > 0) note("minLength", path);
  if (maxLength !== null) note("maxLength", path);
  const free = writeTexts(make, textsOf({ ...shape, minLength: 0, maxLength: null }), settings2);
  if (free !== null && !isPlain2) return free;
  for (const limit of texts) note(limit.keyword, limit.path);
  return [['"', ...make.repeat([stringChar2(make)], minLength, maxLength), '"']];
}
function writeTexts(make, texts, { name }) {
  if (isEmpty(texts)) return [];
  const inside = writeAutomaton(make, texts, { name: `${name}-text`, tail: () => ['"'] });
  return inside === null ? null : [['"', ...inside]];
}
function formatRule(make, format, texts) {
  const name = `json:${format}`;
  const write = () => writeAutomaton(make, texts, { name, tail: () => ['"'] }) ?? [];
  return [make.rule(`${name}-string`, write)];
}
function joinRanges(shapes) {
  const sorted2 = shapes.map(({ minLength, maxLength }) => ({ min: minLength, max: maxLength })).toSorted((a, b) => a.min - b.min);
  const out = [];
  for (const next of sorted2) {
    const last = out.at(-1);
    if (last === void 0 || last.max !== null && next.min > last.max + 1) out.push(next);
    else {
      const max = last.max === null || next.max === null ? null : Math.max(last.max, next.max);
      out[out.length - 1] = { min: last.min, max };
    }
  }
  return out;
}
function holds({ min, max }, text) {
  const length = Array.from(text).length;
  return length >= min && (max === null || length <= max);
}

// src/schema/writer.ts
var maxInline3 = 8;
function createWriter2(input) {
  const { make, schemas: schemas2, settings: settings2, reporter } = input;
  const layout = layoutOf(make, settings2.whitespace ?? "free");
  const anyJson = createAnyJson(make, layout);
  const written2 = /* @__PURE__ */ new Map();
  let depth = 0;
  const writer = { make, layout, reporter, shapesOf: schemas2.shapesOf, value, strings };
  function value(conjunction) {
    const key = schemas2.keyOf(conjunction);
    const known2 = written2.get(key);
    if (known2 !== void 0) return known2;
    if (depth >= MaxDepth3) {
      reporter.note(conjunction[0]?.path ?? "", "", "refused", nestedTooDeeply2);
      return anyJson.value();
    }
    depth++;
    const parts = writeValue(schemas2.shapesOf(conjunction), key);
    depth--;
    written2.set(key, parts);
    return parts;
  }
  function strings(conjunction) {
    const shapes = schemas2.shapesOf(conjunction).filter((shape) => shape.type === "string");
    return shapes.map((shape) => textsOf(shape, reporter.note)).reduce((all2, texts) => union2(all2, texts) ?? anyText, noText);
  }
  function writeValue(shapes, key) {
    if (jsonTypes.every((type) => shapes.some((shape) => shape.type === type && isOpen(shape)))) {
      return anyJson.value();
    }
    if (!shapes.some(deservesRule)) {
      const alternatives = alternativesOf3(shapes, "");
      return alternatives.length === 0 ? null : factor2(make, alternatives);
    }
    const name = make.freeName(ruleName(input.stem, shapes[0]?.path ?? ""));
    written2.set(key, [make.p.ref(name)]);
    let possible = true;
    const rule = make.rule(name, () => {
      const alternatives = alternativesOf3(shapes, name);
      possible = alternatives.length > 0;
      return factor2(make, alternatives);
    });
    return possible ? [rule] : null;
  }
  function alternativesOf3(shapes, name) {
    const of = (type) => shapes.filter((shape) => shape.type === type);
    const found = [
      ...of("null").map(() => ["null"]),
      ...of("boolean").flatMap(({ values }) => (values ?? [true, false]).map((v) => [String(v)])),
      ...numbersOf(of("number"), name),
      ...writeStrings(make, of("string"), {
        name: ruleName(input.stem, shapes[0]?.path ?? ""),
        reporter
      }),
      ...of("array").flatMap(
        (shape) => shape.values === null ? [isOpen(shape) ? anyJson.array() : writeArray(writer, shape, name)] : shape.values.flatMap((v) => literal3(v, shape.path, name))
      ),
      ...of("object").flatMap(
        (shape) => shape.values === null ? isOpen(shape) ? [anyJson.object()] : [...writeMembers2(shape, name)] : shape.values.flatMap((v) => literal3(v, shape.path, name))
      )
    ];
    return found.filter((parts) => parts !== null);
  }
  function numbersOf(shapes, name) {
    if (shapes.length === 0) return [];
    const { alternatives, relaxed } = writeNumbers(make, shapes, {
      name: name === "" ? `${input.stem}:number` : name,
      integers: settings2.integers ?? "digits"
    });
    for (const { path, steps, offSteps, values, minimum, maximum } of shapes) {
      const reason = "takes too many digits to follow";
      if (relaxed && values !== null) reporter.note(path, "enum", "relaxed", reason);
      if (relaxed && minimum !== null) reporter.note(path, "minimum", "relaxed", reason);
      if (relaxed && maximum !== null) reporter.note(path, "maximum", "relaxed", reason);
      if (relaxed && steps.length > 0) reporter.note(path, "multipleOf", "ignored", reason);
      if (relaxed && offSteps.length > 0) reporter.note(path, "not", "relaxed", reason);
    }
    return alternatives;
  }
  function literal3(item, path, name) {
    if (settings2.order !== "any" && settings2.order !== "required-first") {
      return [writeLiteral(layout, item)];
    }
    const shape = literalShape(item, path);
    const stem = name === "" ? `${input.stem}:value` : name;
    if (shape.type === "object") return writeMembers2(shape, stem);
    return [shape.type === "array" ? writeArray(writer, shape, stem) : writeLiteral(layout, item)];
  }
  function writeMembers2(shape, name) {
    noteLimits(reporter, shape, settings2);
    const additional = shape.additional ?? (isClosed(shape, settings2) ? null : []);
    return writeObject(writer, shape, {
      name,
      order: settings2.order ?? "listed",
      additional,
      noteLoss: (keyword) => reporter.note(
        shape.path,
        keyword,
        "relaxed",
        "has names that are too many to be told apart"
      )
    });
  }
  return writer;
}
function isClosed({ additional, listed: listed2 }, settings2) {
  return additional === null && listed2 && settings2.additionalProperties !== "open";
}
function noteLimits(reporter, shape, settings2) {
  const { path, properties, required } = shape;
  if (isClosed(shape, settings2)) {
    const reason = "is read as false where properties are listed";
    reporter.note(path, "additionalProperties", "narrowed", reason);
  }
  const names2 = [.../* @__PURE__ */ new Set([...properties.keys(), ...required])];
  const count = names2.length;
  if (!isClosed(shape, settings2) && !canTellApart(names2)) {
    const reason = "also admits the listed names, which are too many to be told apart";
    reporter.note(path, "additionalProperties", "relaxed", reason);
  }
  if (settings2.order === "any" && required.size > MaxAnyOrder) {
    const reason = `has more than ${MaxAnyOrder} required names: all keep their order`;
    reporter.note(path, "properties", "narrowed", reason);
  } else if (settings2.order === "any" && count > MaxAnyOrder) {
    const reason = `has more than ${MaxAnyOrder} names: those that are not required may come twice`;
    reporter.note(path, "properties", "relaxed", reason);
  }
}
function deservesRule(shape) {
  if (shape.values !== null) return shape.values.length > maxInline3;
  if (shape.type === "number") return shape.minimum !== null || shape.maximum !== null;
  return (shape.type === "array" || shape.type === "object") && !isOpen(shape);
}
function ruleName(stem, path) {
  const steps = path.split("/").slice(1);
  const words = steps.filter(
    (step3, i) => !containers2.has(step3) || containers2.has(steps[i - 1] ?? "")
  );
  return `${stem}:${words.join("-").slice(0, 80)}`;
}
var containers2 = /* @__PURE__ */ new Set(["properties", "$defs", "definitions", "anyOf", "oneOf", "allOf"]);

// src/schema/compile.ts
function compileSchema(p, internals, schema, options = {}) {
  const make = createNodeMaker(p, internals);
  const reporter = createReporter();
  const unreadable = (path) => reporter.note(path, "", "refused", "cannot be read");
  const root = plainCopy(schema, unreadable);
  const refs = plainCopy(options.refs ?? {}, unreadable);
  const schemas2 = createSchemas({
    references: createReferences(root, isObject(refs) ? refs : {}, options.draft ?? "2020-12"),
    reporter,
    tracksEvaluated: [root, refs].some(mentionsUnevaluated)
  });
  const stem = freeStem(internals, options.name ?? "schema");
  const writer = createWriter2({ make, schemas: schemas2, reporter, settings: options, stem });
  let parts = writer.value([{ schema: root, path: "" }]);
  if (parts === null) {
    reporter.note("", "", "refused", "admits no value, and any value is admitted in its place");
    parts = writer.value([]) ?? [];
  }
  return {
    node: make.node(parts),
    report: reporter.report(),
    diagnostics: reporter.diagnostics(options.strict === true)
  };
}
var takenStems = /* @__PURE__ */ new WeakMap();
function freeStem({ rules }, wanted) {
  const taken = takenStems.get(rules) ?? /* @__PURE__ */ new Map();
  takenStems.set(rules, taken);
  let count = (taken.get(wanted) ?? 0) + 1;
  let stem = count === 1 ? wanted : `${wanted}-${count}`;
  while (stem !== wanted && taken.has(stem)) stem = `${wanted}-${++count}`;
  taken.set(wanted, count);
  if (stem !== wanted) taken.set(stem, 1);
  return stem;
}

// src/schema/compile-node.ts
function compileSchemaNode(p, { schema, name, settings: settings2 }, internals) {
  const { node, diagnostics } = compileSchema(p, internals, schema, { ...settings2, name });
  return { strict: node, diagnostics };
}

// src/grammar.ts
function buildGrammar(make) {
  const { builder, draft } = createBuilder();
  const made2 = make(builder, draft);
  const root = typeof made2 === "string" ? builder.literal(made2) : made2;
  if (root === void 0 || draft.nodes[root] === void 0) {
    const what = root === void 0 ? "nothing" : "something that is no node of this grammar";
    throw new GrammarError([
      diagnose("no-root", `the function given to buildGrammar returned ${what}`, {
        hint: "return the node that matches the whole text"
      })
    ]);
  }
  compileSchemas(builder, draft);
  draft.close();
  const unresolved = resolveRefs(draft);
  const place = createTrails({ nodes: draft.nodes, rules: draft.rules, root });
  const faults = [...draft.diagnostics, ...unresolved].map((fault) => {
    const subject = draft.subjects.get(fault);
    return subject === void 0 ? fault : { ...place(subject), ...fault };
  });
  if (faults.some((d) => d.severity === "error")) throw new GrammarError(faults);
  const arena = { nodes: draft.nodes, rules: draft.rules, root };
  const errors = findErrors(arena);
  if (errors.length > 0) throw new GrammarError([...faults, ...errors]);
  for (const node of arena.nodes) Object.freeze(node);
  Object.freeze(arena.nodes);
  return closeArena(arena, faults);
}
function compileSchemas(builder, draft) {
  for (let id = 0; id < draft.nodes.length; id++) {
    const node = draft.nodes[id];
    if (node?.kind !== "schema") continue;
    const item = node.item < 0 ? builder.json() : node.item;
    const { strict, diagnostics } = compileSchemaNode(builder, node, draft);
    draft.diagnostics.push(...diagnostics);
    draft.nodes[id] = { ...node, item, strict };
  }
}
function resolveRefs({ nodes, rules, subjects }) {
  const faults = [];
  nodes.forEach((node, id) => {
    if (node.kind !== "ref") return;
    const target = rules.get(node.name);
    if (target !== void 0) nodes[id] = { ...node, target };
    else {
      const known2 = [...rules.keys()].filter((name) => !name.includes(":"));
      const fault = diagnose(
        "undefined-rule",
        `the rule ${JSON.stringify(node.name)} is not defined`,
        {
          hint: known2.length === 0 ? "define it with rule(name, \u2026)" : `rules here: ${known2.join(", ")}`
        }
      );
      faults.push(fault);
      subjects.set(fault, id);
    }
  });
  return faults;
}

// src/text/schema-to-gbnf.ts
function schemaToArena(schema, options = {}) {
  let report = { exact: true, entries: [] };
  const arena = buildGrammar((p, draft) => {
    const compiled = compileSchema(p, draft, schema, options);
    report = compiled.report;
    const errors = compiled.diagnostics.filter((found) => found.severity === "error");
    if (errors.length > 0) throw new GrammarError(errors);
    return compiled.node;
  });
  return { arena, report };
}

// test/.fuzz.ts
var { CI, TEST_HARDER } = process.env;
var numRuns = Number(process.env["RUNS"]);
var seed = Number(process.env["SEED"]);
var timeout = 2e4 + numRuns * 500;
var names = ["a", "b", "ab", '\xE9"', ""];
var someNames = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 });
var scalar = fc.constantFrom(0, 1, 12, -3, 1.5, "a", "ab", "", null, true, false);
var bound = fc.integer({ min: -120, max: 1200 });
function optional(key, value) {
  return fc.option(value, { nil: void 0 }).map((v) => v === void 0 ? {} : { [key]: v });
}
function merged(...parts) {
  return fc.tuple(...parts).map((all2) => Object.assign({}, ...all2));
}
var { schema: schemas } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(
      {},
      { type: "boolean" },
      { type: "null" },
      { type: "number" },
      { type: "string" },
      { type: ["integer", "string", "null"] },
      { type: "array" },
      { type: "object" }
    ),
    merged(
      fc.constant({ type: "string" }),
      optional("minLength", fc.nat(3)),
      optional("maxLength", fc.integer({ min: 3, max: 6 }))
    ),
    merged(
      fc.constant({ type: "integer" }),
      optional("minimum", bound),
      optional("maximum", bound)
    ),
    merged(
      fc.constant({ type: "number" }),
      optional("exclusiveMinimum", fc.constantFrom(-1.5, 0, 0.25, 3)),
      optional("maximum", fc.constantFrom(-0.5, 0.75, 12, 120.5)),
      optional("multipleOf", fc.constantFrom(0.25, 0.5, 1, 3, 7))
    ),
    fc.array(scalar, { minLength: 1, maxLength: 5 }).map((values) => ({ enum: values })),
    scalar.map((value) => ({ const: value }))
  ),
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("leaf"),
    merged(
      fc.constant({ type: "object" }),
      fc.tuple(someNames, fc.array(tie("schema"), { minLength: 4, maxLength: 4 })).map(([keys2, list]) => ({
        properties: Object.fromEntries(keys2.map((key, i) => [key, list[i]]))
      })),
      optional("required", someNames),
      optional("additionalProperties", fc.oneof(fc.boolean(), tie("leaf"))),
      optional("minProperties", fc.nat(2)),
      optional("maxProperties", fc.integer({ min: 1, max: 3 })),
      optional(
        "dependentRequired",
        fc.tuple(fc.constantFrom(...names), someNames).map(([key, list]) => ({ [key]: list }))
      )
    ),
    merged(
      fc.constant({ type: "array" }),
      optional("items", tie("schema")),
      optional("prefixItems", fc.array(tie("schema"), { minLength: 1, maxLength: 2 })),
      optional("minItems", fc.nat(2)),
      optional("maxItems", fc.integer({ min: 2, max: 4 })),
      optional("contains", tie("leaf")),
      optional("uniqueItems", fc.boolean())
    ),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((list) => ({ anyOf: list })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((list) => ({ allOf: list })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((list) => ({ oneOf: list })),
    merged(tie("schema"), optional("not", tie("schema"))),
    merged(
      optional("if", tie("schema")),
      optional("then", tie("schema")),
      optional("else", tie("schema"))
    )
  )
}));
var settings = fc.record({
  order: fc.constantFrom("listed", "required-first", "any"),
  whitespace: fc.constantFrom("compact", "one-space", "free"),
  additionalProperties: fc.constantFrom("open", "closed")
});
function validatorOf(schema) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  return ajv.compile(schema);
}
var extreme = /\d{15}|[eE][+-]?\d{3}|e\+/;
describe("random schemas", () => {
  it(
    "what the grammar writes is valid, and the parser reads it",
    () => {
      fc.assert(
        fc.property(schemas, settings, fc.nat(), (schema, options, sampleSeed) => {
          const { arena, report } = schemaToArena(schema, options);
          if (!report.entries.every(({ effect }) => effect === "exact" || effect === "narrowed"))
            return;
          const validate = validatorOf(schema);
          for (const text of sampleMany(emitGbnf(arena).gbnf, 6, { seed: sampleSeed })) {
            if (!extreme.test(text)) expect(validate(JSON.parse(text)), text).toBe(true);
            const result = parseText(arena, text, { view: "grammar" }).result();
            expect([result.kind, result.kind === "success" && result.end], text).toEqual([
              "success",
              text.length
            ]);
          }
        }),
        { numRuns, seed }
      );
    },
    timeout
  );
  it(
    "where the report is exact, the grammar admits a value exactly when it is valid",
    () => {
      const options = { order: "any", additionalProperties: "open", whitespace: "compact" };
      fc.assert(
        fc.property(schemas, schemas, fc.nat(), (schema, other, sampleSeed) => {
          const { arena, report } = schemaToArena(schema, options);
          if (!report.exact) return;
          const validate = validatorOf(schema);
          const gbnf = emitGbnf(arena).gbnf;
          const far = emitGbnf(schemaToArena(other, options).arena).gbnf;
          const texts = [...sampleMany(gbnf, 3, { seed: sampleSeed }), ...sampleMany(far, 5)];
          for (const text of texts.map((found) => JSON.stringify(JSON.parse(found)))) {
            if (extreme.test(text)) continue;
            const isAdmitted = acceptGbnf(gbnf, text).kind === "complete";
            expect([text, isAdmitted]).toEqual([text, validate(JSON.parse(text))]);
          }
        }),
        { numRuns, seed }
      );
    },
    timeout
  );
});
