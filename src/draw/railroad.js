// Written by `npm run generate` from @prantlf/railroad-diagrams (CC0-1.0).
var Options = {
  DEBUG: false,
  VS: 8,
  AR: 10,
  DIAGRAM_CLASS: "railroad-diagram",
  STROKE_ODD_PIXEL_LENGTH: true,
  INTERNAL_ALIGNMENT: "center",
  CHAR_WIDTH: 8.5,
  COMMENT_CHAR_WIDTH: 7
};
var defaultCSS = `
	svg {
		background-color: hsl(30,20%,95%);
	}
	path {
		stroke-width: 3;
		stroke: black;
		fill: rgba(0,0,0,0);
	}
	text {
		font: bold 14px monospace;
		text-anchor: middle;
		white-space: pre;
	}
	text.diagram-text {
		font-size: 12px;
	}
	text.diagram-arrow {
		font-size: 16px;
	}
	text.label {
		text-anchor: start;
	}
	text.comment {
		font: italic 12px monospace;
	}
	g.non-terminal text {
		/*font-style: italic;*/
	}
	rect {
		stroke-width: 3;
		stroke: black;
		fill: hsl(120,100%,90%);
	}
	rect.group-box {
		stroke: gray;
		stroke-dasharray: 10 5;
		fill: none;
	}
	path.diagram-text {
		stroke-width: 3;
		stroke: black;
		fill: white;
		cursor: help;
	}
	g.diagram-text:hover path.diagram-text {
		fill: #eee;
	}`;
var FakeSVG = class _FakeSVG {
  constructor(tagName, attrs, text) {
    if (text) this.children = text;
    else this.children = [];
    this.tagName = tagName;
    this.attrs = unnull(attrs, {});
  }
  format() {
  }
  addTo(parent) {
    if (parent instanceof _FakeSVG) {
      parent.children.push(this);
      return this;
    } else {
      var svg = this.toSVG();
      parent.appendChild(svg);
      return svg;
    }
  }
  toSVG() {
    var el = SVG(this.tagName, this.attrs);
    if (typeof this.children == "string") {
      el.textContent = this.children;
    } else {
      this.children.forEach(function(e) {
        el.appendChild(e.toSVG());
      });
    }
    return el;
  }
  toString() {
    var str = "<" + this.tagName;
    var group = this.tagName == "g" || this.tagName == "svg";
    for (var attr in this.attrs) {
      str += " " + attr + '="' + (this.attrs[attr] + "").replace(/&/g, "&amp;").replace(/"/g, "&quot;") + '"';
    }
    str += ">";
    if (group) str += "\n";
    if (typeof this.children == "string") {
      str += escapeString(this.children);
    } else {
      this.children.forEach(function(e) {
        str += e;
      });
    }
    str += "</" + this.tagName + ">\n";
    return str;
  }
  walk(cb) {
    cb(this);
  }
};
var Path = class extends FakeSVG {
  constructor(x, y) {
    super("path");
    this.attrs.d = "M" + x + " " + y;
  }
  m(x, y) {
    this.attrs.d += "m" + x + " " + y;
    return this;
  }
  h(val) {
    this.attrs.d += "h" + val;
    return this;
  }
  right(val) {
    return this.h(Math.max(0, val));
  }
  left(val) {
    return this.h(-Math.max(0, val));
  }
  v(val) {
    this.attrs.d += "v" + val;
    return this;
  }
  down(val) {
    return this.v(Math.max(0, val));
  }
  up(val) {
    return this.v(-Math.max(0, val));
  }
  arc(sweep) {
    var x = Options.AR;
    var y = Options.AR;
    if (sweep[0] == "e" || sweep[1] == "w") {
      x *= -1;
    }
    if (sweep[0] == "s" || sweep[1] == "n") {
      y *= -1;
    }
    var cw;
    if (sweep == "ne" || sweep == "es" || sweep == "sw" || sweep == "wn") {
      cw = 1;
    } else {
      cw = 0;
    }
    this.attrs.d += "a" + Options.AR + " " + Options.AR + " 0 0 " + cw + " " + x + " " + y;
    return this;
  }
  arc_8(start, dir) {
    const arc = Options.AR;
    const s2 = 1 / Math.sqrt(2) * arc;
    const s2inv = arc - s2;
    let path = "a " + arc + " " + arc + " 0 0 " + (dir == "cw" ? "1" : "0") + " ";
    const sd = start + dir;
    const offset = sd == "ncw" ? [s2, s2inv] : sd == "necw" ? [s2inv, s2] : sd == "ecw" ? [-s2inv, s2] : sd == "secw" ? [-s2, s2inv] : sd == "scw" ? [-s2, -s2inv] : sd == "swcw" ? [-s2inv, -s2] : sd == "wcw" ? [s2inv, -s2] : sd == "nwcw" ? [s2, -s2inv] : sd == "nccw" ? [-s2, s2inv] : sd == "nwccw" ? [-s2inv, s2] : sd == "wccw" ? [s2inv, s2] : sd == "swccw" ? [s2, s2inv] : sd == "sccw" ? [s2, -s2inv] : sd == "seccw" ? [s2inv, -s2] : sd == "eccw" ? [-s2inv, -s2] : sd == "neccw" ? [-s2, -s2inv] : null;
    path += offset.join(" ");
    this.attrs.d += path;
    return this;
  }
  l(x, y) {
    this.attrs.d += "l" + x + " " + y;
    return this;
  }
  format() {
    this.attrs.d += "h.5";
    return this;
  }
};
var DiagramMultiContainer = class extends FakeSVG {
  constructor(tagName, items, attrs, text) {
    super(tagName, attrs, text);
    this.items = items.map(wrapString);
  }
  walk(cb) {
    cb(this);
    this.items.forEach((x) => x.walk(cb));
  }
};
var Diagram = class extends DiagramMultiContainer {
  constructor(...items) {
    super("svg", items, { class: Options.DIAGRAM_CLASS });
    if (!(this.items[0] instanceof Start)) {
      this.items.unshift(new Start());
    }
    if (!(this.items[this.items.length - 1] instanceof End)) {
      this.items.push(new End());
    }
    this.up = this.down = this.height = this.width = 0;
    for (const item of this.items) {
      this.width += item.width + (item.needsSpace ? 20 : 0);
      this.up = Math.max(this.up, item.up - this.height);
      this.height += item.height;
      this.down = Math.max(this.down - item.height, item.down);
    }
    this.formatted = false;
  }
  format(paddingt, paddingr, paddingb, paddingl) {
    paddingt = unnull(paddingt, 20);
    paddingr = unnull(paddingr, paddingt, 20);
    paddingb = unnull(paddingb, paddingt, 20);
    paddingl = unnull(paddingl, paddingr, 20);
    var x = paddingl;
    var y = paddingt;
    y += this.up;
    var g = new FakeSVG("g", Options.STROKE_ODD_PIXEL_LENGTH ? { transform: "translate(.5 .5)" } : {});
    for (var i = 0; i < this.items.length; i++) {
      var item = this.items[i];
      if (item.needsSpace) {
        new Path(x, y).h(10).addTo(g);
        x += 10;
      }
      item.format(x, y, item.width).addTo(g);
      x += item.width;
      y += item.height;
      if (item.needsSpace) {
        new Path(x, y).h(10).addTo(g);
        x += 10;
      }
    }
    this.attrs.width = this.width + paddingl + paddingr;
    this.attrs.height = this.up + this.height + this.down + paddingt + paddingb;
    this.attrs.viewBox = "0 0 " + this.attrs.width + " " + this.attrs.height;
    g.addTo(this);
    this.formatted = true;
    return this;
  }
  addTo(parent) {
    if (!parent) {
      var scriptTag = document.getElementsByTagName("script");
      scriptTag = scriptTag[scriptTag.length - 1];
      parent = scriptTag.parentNode;
    }
    return super.addTo.call(this, parent);
  }
  toSVG() {
    if (!this.formatted) {
      this.format();
    }
    return super.toSVG.call(this);
  }
  toString() {
    if (!this.formatted) {
      this.format();
    }
    return super.toString.call(this);
  }
  toStandalone(style) {
    if (!this.formatted) {
      this.format();
    }
    const s = new FakeSVG("style", {}, style || defaultCSS);
    this.children.push(s);
    this.attrs.xmlns = "http://www.w3.org/2000/svg";
    this.attrs["xmlns:xlink"] = "http://www.w3.org/1999/xlink";
    const result = super.toString.call(this);
    this.children.pop();
    delete this.attrs.xmlns;
    return result;
  }
};
var Sequence = class extends DiagramMultiContainer {
  constructor(...items) {
    super("g", items);
    var numberOfItems = this.items.length;
    this.needsSpace = true;
    this.up = this.down = this.height = this.width = 0;
    for (var i = 0; i < numberOfItems; i++) {
      var item = this.items[i];
      this.width += item.width + (item.needsSpace ? 20 : 0);
      this.up = Math.max(this.up, item.up - this.height);
      this.height += item.height;
      this.down = Math.max(this.down - item.height, item.down);
    }
    if (this.items[0].needsSpace) this.width -= 10;
    if (this.items[numberOfItems - 1].needsSpace) this.width -= 10;
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "sequence";
    }
  }
  format(x, y, width) {
    var gaps = determineGaps(width, this.width);
    new Path(x, y).h(gaps[0]).addTo(this);
    new Path(x + gaps[0] + this.width, y + this.height).h(gaps[1]).addTo(this);
    x += gaps[0];
    for (var i = 0; i < this.items.length; i++) {
      var item = this.items[i];
      if (item.needsSpace && i > 0) {
        new Path(x, y).h(10).addTo(this);
        x += 10;
      }
      item.format(x, y, item.width).addTo(this);
      x += item.width;
      y += item.height;
      if (item.needsSpace && i < this.items.length - 1) {
        new Path(x, y).h(10).addTo(this);
        x += 10;
      }
    }
    return this;
  }
};
var Stack = class extends DiagramMultiContainer {
  constructor(...items) {
    super("g", items);
    if (items.length === 0) {
      throw new RangeError("Stack() must have at least one child.");
    }
    this.width = Math.max.apply(null, this.items.map(function(e) {
      return e.width + (e.needsSpace ? 20 : 0);
    }));
    if (this.items.length > 1) {
      this.width += Options.AR * 2;
    }
    this.needsSpace = true;
    this.up = this.items[0].up;
    this.down = this.items[this.items.length - 1].down;
    this.height = 0;
    var last = this.items.length - 1;
    for (var i = 0; i < this.items.length; i++) {
      var item = this.items[i];
      this.height += item.height;
      if (i > 0) {
        this.height += Math.max(Options.AR * 2, item.up + Options.VS);
      }
      if (i < last) {
        this.height += Math.max(Options.AR * 2, item.down + Options.VS);
      }
    }
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "stack";
    }
  }
  format(x, y, width) {
    var gaps = determineGaps(width, this.width);
    new Path(x, y).h(gaps[0]).addTo(this);
    x += gaps[0];
    var xInitial = x;
    if (this.items.length > 1) {
      new Path(x, y).h(Options.AR).addTo(this);
      x += Options.AR;
    }
    for (var i = 0; i < this.items.length; i++) {
      var item = this.items[i];
      var innerWidth = this.width - (this.items.length > 1 ? Options.AR * 2 : 0);
      item.format(x, y, innerWidth).addTo(this);
      x += innerWidth;
      y += item.height;
      if (i !== this.items.length - 1) {
        new Path(x, y).arc("ne").down(Math.max(0, item.down + Options.VS - Options.AR * 2)).arc("es").left(innerWidth).arc("nw").down(Math.max(0, this.items[i + 1].up + Options.VS - Options.AR * 2)).arc("ws").addTo(this);
        y += Math.max(item.down + Options.VS, Options.AR * 2) + Math.max(this.items[i + 1].up + Options.VS, Options.AR * 2);
        x = xInitial + Options.AR;
      }
    }
    if (this.items.length > 1) {
      new Path(x, y).h(Options.AR).addTo(this);
      x += Options.AR;
    }
    new Path(x, y).h(gaps[1]).addTo(this);
    return this;
  }
};
var Choice = class extends DiagramMultiContainer {
  constructor(normal, ...items) {
    super("g", items);
    if (typeof normal !== "number" || normal !== Math.floor(normal)) {
      throw new TypeError("The first argument of Choice() must be an integer.");
    } else if (normal < 0 || normal >= items.length) {
      throw new RangeError("The first argument of Choice() must be an index for one of the items.");
    } else {
      this.normal = normal;
    }
    var first = 0;
    var last = items.length - 1;
    this.width = Math.max.apply(null, this.items.map(function(el) {
      return el.width;
    })) + Options.AR * 4;
    this.height = this.items[normal].height;
    this.up = this.items[first].up;
    var arcs;
    for (var i = first; i < normal; i++) {
      if (i == normal - 1) arcs = Options.AR * 2;
      else arcs = Options.AR;
      this.up += Math.max(arcs, this.items[i].height + this.items[i].down + Options.VS + this.items[i + 1].up);
    }
    this.down = this.items[last].down;
    for (i = normal + 1; i <= last; i++) {
      if (i == normal + 1) arcs = Options.AR * 2;
      else arcs = Options.AR;
      this.down += Math.max(arcs, this.items[i - 1].height + this.items[i - 1].down + Options.VS + this.items[i].up);
    }
    this.down -= this.items[normal].height;
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "choice";
    }
  }
  format(x, y, width) {
    var gaps = determineGaps(width, this.width);
    new Path(x, y).h(gaps[0]).addTo(this);
    new Path(x + gaps[0] + this.width, y + this.height).h(gaps[1]).addTo(this);
    x += gaps[0];
    var last = this.items.length - 1;
    var innerWidth = this.width - Options.AR * 4;
    var distanceFromY;
    for (var i = this.normal - 1; i >= 0; i--) {
      let item = this.items[i];
      if (i == this.normal - 1) {
        distanceFromY = Math.max(Options.AR * 2, this.items[this.normal].up + Options.VS + item.down + item.height);
      }
      new Path(x, y).arc("se").up(distanceFromY - Options.AR * 2).arc("wn").addTo(this);
      item.format(x + Options.AR * 2, y - distanceFromY, innerWidth).addTo(this);
      new Path(x + Options.AR * 2 + innerWidth, y - distanceFromY + item.height).arc("ne").down(distanceFromY - item.height + this.height - Options.AR * 2).arc("ws").addTo(this);
      distanceFromY += Math.max(Options.AR, item.up + Options.VS + (i === 0 ? 0 : this.items[i - 1].down + this.items[i - 1].height));
    }
    new Path(x, y).right(Options.AR * 2).addTo(this);
    this.items[this.normal].format(x + Options.AR * 2, y, innerWidth).addTo(this);
    new Path(x + Options.AR * 2 + innerWidth, y + this.height).right(Options.AR * 2).addTo(this);
    for (i = this.normal + 1; i <= last; i++) {
      let item = this.items[i];
      if (i == this.normal + 1) {
        distanceFromY = Math.max(Options.AR * 2, this.height + this.items[this.normal].down + Options.VS + item.up);
      }
      new Path(x, y).arc("ne").down(distanceFromY - Options.AR * 2).arc("ws").addTo(this);
      item.format(x + Options.AR * 2, y + distanceFromY, innerWidth).addTo(this);
      new Path(x + Options.AR * 2 + innerWidth, y + distanceFromY + item.height).arc("se").up(distanceFromY - Options.AR * 2 + item.height - this.height).arc("wn").addTo(this);
      distanceFromY += Math.max(Options.AR, item.height + item.down + Options.VS + (i == last ? 0 : this.items[i + 1].up));
    }
    return this;
  }
};
var OneOrMore = class extends FakeSVG {
  constructor(item, rep) {
    super("g");
    rep = rep || new Skip();
    this.item = wrapString(item);
    this.rep = wrapString(rep);
    this.width = Math.max(this.item.width, this.rep.width) + Options.AR * 2;
    this.height = this.item.height;
    this.up = this.item.up;
    this.down = Math.max(Options.AR * 2, this.item.down + Options.VS + this.rep.up + this.rep.height + this.rep.down);
    this.needsSpace = true;
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "oneormore";
    }
  }
  format(x, y, width) {
    var gaps = determineGaps(width, this.width);
    new Path(x, y).h(gaps[0]).addTo(this);
    new Path(x + gaps[0] + this.width, y + this.height).h(gaps[1]).addTo(this);
    x += gaps[0];
    new Path(x, y).right(Options.AR).addTo(this);
    this.item.format(x + Options.AR, y, this.width - Options.AR * 2).addTo(this);
    new Path(x + this.width - Options.AR, y + this.height).right(Options.AR).addTo(this);
    var distanceFromY = Math.max(Options.AR * 2, this.item.height + this.item.down + Options.VS + this.rep.up);
    new Path(x + Options.AR, y).arc("nw").down(distanceFromY - Options.AR * 2).arc("ws").addTo(this);
    this.rep.format(x + Options.AR, y + distanceFromY, this.width - Options.AR * 2).addTo(this);
    new Path(x + this.width - Options.AR, y + distanceFromY + this.rep.height).arc("se").up(distanceFromY - Options.AR * 2 + this.rep.height - this.item.height).arc("en").addTo(this);
    return this;
  }
  walk(cb) {
    cb(this);
    this.item.walk(cb);
    this.rep.walk(cb);
  }
};
var Group = class extends FakeSVG {
  constructor(item, label) {
    super("g");
    this.item = wrapString(item);
    this.label = label instanceof FakeSVG ? label : label ? new Comment(label) : void 0;
    this.width = Math.max(
      this.item.width + (this.item.needsSpace ? 20 : 0),
      this.label ? this.label.width : 0,
      Options.AR * 2
    );
    this.height = this.item.height;
    this.boxUp = this.up = Math.max(this.item.up + Options.VS, Options.AR);
    if (this.label) {
      this.up += this.label.up + this.label.height + this.label.down;
    }
    this.down = Math.max(this.item.down + Options.VS, Options.AR);
    this.needsSpace = true;
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "group";
    }
  }
  format(x, y, width) {
    var gaps = determineGaps(width, this.width);
    new Path(x, y).h(gaps[0]).addTo(this);
    new Path(x + gaps[0] + this.width, y + this.height).h(gaps[1]).addTo(this);
    x += gaps[0];
    new FakeSVG("rect", {
      x,
      y: y - this.boxUp,
      width: this.width,
      height: this.boxUp + this.height + this.down,
      rx: Options.AR,
      ry: Options.AR,
      "class": "group-box"
    }).addTo(this);
    this.item.format(x, y, this.width).addTo(this);
    if (this.label) {
      this.label.format(
        x,
        y - (this.boxUp + this.label.down + this.label.height),
        this.label.width
      ).addTo(this);
    }
    return this;
  }
  walk(cb) {
    cb(this);
    this.item.walk(cb);
    this.label.walk(cb);
  }
};
var Start = class extends FakeSVG {
  constructor({ type = "simple", label } = {}) {
    super("g");
    this.width = 20;
    this.height = 0;
    this.up = 10;
    this.down = 10;
    this.type = type;
    if (label) {
      this.label = "" + label;
      this.width = Math.max(20, this.label.length * Options.CHAR_WIDTH + 10);
    }
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "start";
    }
  }
  format(x, y) {
    let path = new Path(x, y - 10);
    if (this.type === "complex") {
      path.down(20).m(0, -10).right(this.width).addTo(this);
    } else {
      path.down(20).m(10, -20).down(20).m(-10, -10).right(this.width).addTo(this);
    }
    if (this.label) {
      new FakeSVG("text", { x, y: y - 15, style: "text-anchor:start" }, this.label).addTo(this);
    }
    return this;
  }
};
var End = class extends FakeSVG {
  constructor({ type = "simple" } = {}) {
    super("path");
    this.width = 20;
    this.height = 0;
    this.up = 10;
    this.down = 10;
    this.type = type;
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "end";
    }
  }
  format(x, y) {
    if (this.type === "complex") {
      this.attrs.d = "M " + x + " " + y + " h 20 m 0 -10 v 20";
    } else {
      this.attrs.d = "M " + x + " " + y + " h 20 m -10 -10 v 20 m 10 -20 v 20";
    }
    return this;
  }
};
var Terminal = class extends FakeSVG {
  constructor(text, { href, title } = {}) {
    super("g", { "class": "terminal" });
    this.text = "" + text;
    this.href = href;
    this.title = title;
    this.width = this.text.length * Options.CHAR_WIDTH + 20;
    this.height = 0;
    this.up = 11;
    this.down = 11;
    this.needsSpace = true;
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "terminal";
    }
  }
  format(x, y, width) {
    var gaps = determineGaps(width, this.width);
    new Path(x, y).h(gaps[0]).addTo(this);
    new Path(x + gaps[0] + this.width, y).h(gaps[1]).addTo(this);
    x += gaps[0];
    new FakeSVG("rect", { x, y: y - 11, width: this.width, height: this.up + this.down, rx: 10, ry: 10 }).addTo(this);
    var text = new FakeSVG("text", { x: x + this.width / 2, y: y + 4 }, this.text);
    if (this.href)
      new FakeSVG("a", { "xlink:href": this.href }, [text]).addTo(this);
    else
      text.addTo(this);
    if (this.title)
      new FakeSVG("title", {}, [this.title]).addTo(this);
    return this;
  }
};
var Comment = class extends FakeSVG {
  constructor(text, { href, title } = {}) {
    super("g");
    this.text = "" + text;
    this.href = href;
    this.title = title;
    this.width = this.text.length * Options.COMMENT_CHAR_WIDTH + 10;
    this.height = 0;
    this.up = 8;
    this.down = 8;
    this.needsSpace = true;
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "comment";
    }
  }
  format(x, y, width) {
    var gaps = determineGaps(width, this.width);
    new Path(x, y).h(gaps[0]).addTo(this);
    new Path(x + gaps[0] + this.width, y + this.height).h(gaps[1]).addTo(this);
    x += gaps[0];
    var text = new FakeSVG("text", { x: x + this.width / 2, y: y + 5, class: "comment" }, this.text);
    if (this.href)
      new FakeSVG("a", { "xlink:href": this.href }, [text]).addTo(this);
    else
      text.addTo(this);
    if (this.title)
      new FakeSVG("title", {}, this.title).addTo(this);
    return this;
  }
};
var Skip = class extends FakeSVG {
  constructor() {
    super("g");
    this.width = 0;
    this.height = 0;
    this.up = 0;
    this.down = 0;
    this.needsSpace = false;
    if (Options.DEBUG) {
      this.attrs["data-updown"] = this.up + " " + this.height + " " + this.down;
      this.attrs["data-type"] = "skip";
    }
  }
  format(x, y, width) {
    new Path(x, y).right(width).addTo(this);
    return this;
  }
};
function unnull(...args) {
  return args.reduce(function(sofar, x) {
    return sofar !== void 0 ? sofar : x;
  });
}
function determineGaps(outer, inner) {
  var diff = outer - inner;
  switch (Options.INTERNAL_ALIGNMENT) {
    case "left":
      return [0, diff];
    case "right":
      return [diff, 0];
    default:
      return [diff / 2, diff / 2];
  }
}
function wrapString(value) {
  return value instanceof FakeSVG ? value : new Terminal("" + value);
}
function SVG(name, attrs, text) {
  attrs = attrs || {};
  text = text || "";
  var el = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (var attr in attrs) {
    if (attr === "xlink:href")
      el.setAttributeNS("http://www.w3.org/1999/xlink", "href", attrs[attr]);
    else
      el.setAttribute(attr, attrs[attr]);
  }
  el.textContent = text;
  return el;
}
function escapeString(string) {
  return string.replace(/[*_`[\]<&]/g, function(charString) {
    return "&#" + charString.charCodeAt(0) + ";";
  });
}
Options.INTERNAL_ALIGNMENT = "left";
export {
  Choice,
  Diagram,
  FakeSVG,
  Group,
  OneOrMore,
  Path,
  Sequence,
  Skip,
  Stack
};
