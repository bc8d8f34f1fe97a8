/** Grammars as people write them, for tests and benches. */
export const sampleGrammars: Readonly<Record<string, string>> = {
  json: String.raw`# JSON with bounded numbers
root ::= object
value ::= object | array | string | number | ("true" | "false" | "null") ws
object ::= "{" ws (
    string ":" ws value
    ("," ws string ":" ws value)*
  )? "}" ws
array ::= "[" ws ( value ("," ws value)* )? "]" ws
string ::= "\"" (
    [^"\\\x7F\x00-\x1F] |
    "\\" (["\\bfnrt] | "u" [0-9a-fA-F]{4})
  )* "\"" ws
number ::= ("-"? ([0-9] | [1-9] [0-9]{0,15})) ("." [0-9]+)? ([eE] [-+]? [0-9] [1-9]{0,15})? ws
ws ::= | " " | "\n" [ \t]{0,20}
`,
  arithmetic: String.raw`root ::= (expr "=" ws term "\n")+
expr ::= term ([-+*/] term)*
term ::= ident | num | "(" ws expr ")" ws
ident ::= [a-z] [a-z0-9_]* ws
num ::= [0-9]+ ws
ws ::= [ \t\n]*
`,
  list: String.raw`root ::= item+
item ::= "- " [^\r\n\x0b\x0c\x85\u2028\u2029]+ "\n"
`,
  game: String.raw`root ::= "1. " move " " move "\n" ([1-9] [0-9]? ". " move " " move "\n")+
move ::= (pawn | piece | castle) [+#]?
piece ::= [NBKQR] [a-h]? [1-8]? "x"? [a-h] [1-8]
pawn ::= ([a-h] "x")? [a-h] [1-8] ("=" [NBKQR])?
castle ::= "O-O" "-O"?
`,
  mail: String.raw`root ::= local "@" label ("." label){1,3}
local ::= [a-zA-Z0-9._%+-]{1,20}
label ::= [a-z0-9] ([a-z0-9-]{0,10} [a-z0-9])?
`,
  kana: String.raw`root ::= (kana | kanji | "ー" | emoji)+ "。"
kana ::= [ぁ-ゟ] | [ァ-ヿ]
kanji ::= [\u4E00-\u9FFF]
emoji ::= [\U0001F300-\U0001FAFF]
`,
  until: String.raw`root ::= text "</a>" .*
text ::= (n0 | "<" n1)?
n0 ::= [^<] text
n1 ::= "<" n1 | "/" n2 | [^</] text
n2 ::= "<" n1 | "a" n3 | [^<a] text
n3 ::= "<" n1 | [^<>] text
`,
  ambiguous: String.raw`root ::= (x | x x | "ab")* [^c]?
x ::= "a" | "b" | "a" "b"
`,
  nested: String.raw`root ::= ("a"{0,3} ("b" | "c"{2,} "d"?)+){1,3} "."
`,
  emptiness: String.raw`root ::= (opt opt)* end
opt ::= "a"? "b"?
end ::= "" | "." end
`,
  call: String.raw`root ::= "<tool_call>\n" call "\n</tool_call>" (gap "<tool_call>\n" call "\n</tool_call>"){0,3}
gap ::= "\n"{0,2}
call ::= "{\"name\": " ("\"add\", \"arguments\": {\"a\": " int ", \"b\": " int "}" | "\"now\", \"arguments\": {}") "}"
int ::= "-"? ("0" | [1-9] [0-9]{0,8})
`,
}
