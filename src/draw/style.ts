/** Colours for both schemes; the reader's system chooses. */
const colours = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1f2328; --faint: #59636e; --line: #818b98;
  --literal: #dafbe1; --class: #fff8c5; --rule: #ddf4ff; --note: #f6f8fa; --link: #0550ae; --bad: #c01c28; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0d1117; --ink: #e6edf3; --faint: #9198a1; --line: #656c76;
    --literal: #12361f; --class: #3a2d05; --rule: #0c2d5a; --note: #21262d; --link: #79c0ff; --bad: #ff7b72; }
}`

const diagram = `
.railroad path { stroke: var(--line); stroke-width: 2; fill: none; }
.railroad rect { stroke: var(--line); stroke-width: 1.5; fill: var(--note); }
.railroad .literal rect { fill: var(--literal); }
.railroad .class rect { fill: var(--class); }
.railroad .rule rect { fill: var(--rule); }
.railroad rect.group-box { fill: none; stroke-dasharray: 5 4; }
.railroad text { font: bold 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  text-anchor: middle; white-space: pre; fill: var(--ink); }
.railroad .note text { font-weight: normal; font-style: italic; }
.railroad .caption text { font-size: 12px; font-weight: normal; text-anchor: start; fill: var(--faint); }
.railroad a text { fill: var(--link); }
.railroad a:hover rect, .railroad a:focus rect { stroke: var(--link); stroke-width: 3; }`

/** The style sheet of a picture that stands by itself. */
export const svgStyle: string = `${colours}${diagram}
.paper { fill: var(--paper); }
.name { font: bold 17px ui-sans-serif, system-ui, sans-serif; fill: var(--ink); }
.name:target, svg:target + .name { fill: var(--link); }
`

/** The style sheet of a page. */
export const pageStyle: string = `${colours}${diagram}
body { background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif;
  margin: 2rem auto; max-width: 66rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2rem 0 0.3rem; }
h1, h2, nav { overflow-wrap: anywhere; }
h2 a { color: inherit; text-decoration: none; }
a { color: var(--link); } nav a { margin-right: 1em; display: inline-block; }
p { color: var(--faint); font-size: 0.9rem; margin: 0.3rem 0; }
section { scroll-margin-top: 1rem; } section:target h2 { color: var(--link); }
svg.railroad { max-width: 100%; height: auto; display: block; }
`

/** The style sheet of a page that shows a parse. */
export const traceStyle: string = `${colours}
body { background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif;
  margin: 2rem auto; max-width: 66rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; } .outcome { color: var(--faint); }
.text, .steps { font: 14px/1.5 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid var(--line); border-radius: 6px; }
.text .rule, .text .tag { display: inline-block; max-width: 100%; box-sizing: border-box; vertical-align: top;
  border: 1px solid var(--line); border-radius: 4px; margin: 1px; padding: 0 3px 2px; background: var(--rule); }
.text .tag { background: var(--literal); } .text .leaf { background: var(--note); }
.text b { display: block; font-size: 11px; font-weight: normal; color: var(--faint); white-space: nowrap;
  overflow: hidden; text-overflow: ellipsis; }
.text i { color: var(--faint); font-style: normal; }
.text :target { outline: 3px solid var(--link); }
.mark { border-left: 3px solid var(--bad); margin: 0 1px; cursor: help; }
.mark::after { content: '✗'; color: var(--bad); font-size: 10px; vertical-align: super; }
summary { margin: 1.5rem 0 0.5rem; cursor: pointer; }
.steps { list-style: none; padding: 0; margin: 0; overflow-wrap: anywhere; } .steps a { color: inherit; }
.steps li { display: flex; } .steps s { min-width: 4em; color: var(--faint); text-decoration: none; }
.undone { color: var(--faint); } .fail { color: var(--bad); }
.steps span { min-width: 0; }
`
