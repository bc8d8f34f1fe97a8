const width = 56

/** A text with its white space visible; a line break is shown and made. */
export function visible(text: string): string {
  return text
    .replaceAll(' ', '·')
    .replaceAll('\t', '→')
    .replaceAll('\r', '␍')
    .replaceAll('\n', '¶\n')
    .replace(/\n$/, '')
}

/** Two texts in columns, their lines broken to fit. */
export function sideBySide(left: string, right: string): string[] {
  const [a, b] = [broken(left), broken(right)]
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
    `${(a[i] ?? '').padEnd(width)}  ${b[i] ?? ''}`.trimEnd(),
  )
}

function broken(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const points = [...line]
    const count = Math.max(1, Math.ceil(points.length / width))
    return Array.from({ length: count }, (_, i) =>
      points.slice(i * width, (i + 1) * width).join(''),
    )
  })
}
