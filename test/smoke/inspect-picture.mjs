// Runs in a browser.
/** What is wrong with a page that shows a grammar or a parse: links without target, what overflows or is cut off. */
export function inspectPicture(page) {
  const faults = []
  const links = [...page.querySelectorAll('a')]
  for (const link of links) {
    const href = link.getAttribute('href') ?? ''
    if (!href.startsWith('#') || page.getElementById(href.slice(1)) === null) {
      faults.push(`${href} leads nowhere`)
    }
  }
  const root = page.documentElement
  if (root.scrollWidth > root.clientWidth && page.querySelector('body') !== null) {
    faults.push(`the page is ${root.scrollWidth} px wide`)
  }
  const boxes = [...page.querySelectorAll('svg.railroad rect:not(.group-box)')]
  for (const box of boxes) {
    const text = box.parentElement?.querySelector('text')
    const [outer, inner] = [box.getBoundingClientRect(), text?.getBoundingClientRect()]
    if (inner === undefined) continue
    if (inner.left < outer.left || inner.right > outer.right) {
      faults.push(`${text?.textContent} overflows its box`)
    }
  }
  for (const picture of page.querySelectorAll('svg.railroad')) {
    const outer = picture.getBoundingClientRect()
    for (const part of picture.querySelectorAll('rect, text, path')) {
      const inner = part.getBoundingClientRect()
      const isInside =
        inner.left >= outer.left - 1 &&
        inner.right <= outer.right + 1 &&
        inner.top >= outer.top - 1 &&
        inner.bottom <= outer.bottom + 1
      if (!isInside) faults.push(`${part.outerHTML} is cut off`)
    }
  }
  for (const box of page.querySelectorAll('.text span')) {
    const outer = box.parentElement?.getBoundingClientRect()
    if (outer !== undefined && box.getBoundingClientRect().right > outer.right + 1) {
      faults.push(`${box.outerHTML} overflows`)
    }
  }
  const shown = [...page.querySelectorAll('.text')].map((each) => {
    for (const name of each.querySelectorAll('b')) name.remove()
    return each.textContent
  })
  const count = boxes.length
  return { links: links.length, boxes: count, faults: faults.slice(0, 9), shown: shown.join('') }
}
