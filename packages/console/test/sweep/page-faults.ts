import type { Page } from 'playwright-core'

/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page cannot use functions of this file */

/** Returns by how many px the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Returns texts that are keys of missing texts, or values that were not formatted. */
const unfinishedTextsInPage = (): string[] => {
  const pattern =
    /^(?:[a-z-]+:)?[a-z]\w+(?:\.[a-zA-Z]\w+)+$|\{\{|\}\}|\bundefined\b|\bNaN\b|\[object |Invalid Date/
  const found = new Set<string>()
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    // addresses, identifiers and scripts are monospaced
    const element = walk.currentNode.parentElement!
    if (element.closest('script, style, code, pre, textarea, [contenteditable]')) continue
    if (getComputedStyle(element).fontFamily.toLowerCase().includes('mono')) continue
    const text = walk.currentNode.textContent?.trim() ?? ''
    if (pattern.test(text)) found.add(text)
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]:not(.mono)`)) {
      const text = element.getAttribute(name) ?? ''
      if (pattern.test(text)) found.add(`${name}: ${text}`)
    }
  return [...found]
}

/**
 * Returns visible texts that are cut: by their own box, or by one around it that does not scroll. A text may be cut
 * if a title has all of it; headings, tabs, column heads, labels and buttons may not, except for parts with a title.
 */
const cutTextsInPage = (): string[] => {
  const neverCut = 'h1, h2, h3, th, label, button, [role=tab], [role=menuitem]'
  const found = new Set<string>()

  const isShown = (element: Element): boolean =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
  /** Elements for assistive technology only are one pixel large. */
  const isForReadersOnly = (element: Element): boolean => {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { clip, clipPath } = getComputedStyle(box)
      if (clip !== 'auto' || clipPath !== 'none') return true
    }
    return false
  }
  const hasTitle = (element: Element): boolean => {
    const titled = element.closest('[title]')
    const control = element.closest(neverCut)
    return titled !== null && (control === null || (titled !== control && control.contains(titled)))
  }

  /** Returns the edge at which a text is cut; null if it is shown in full or can be scrolled to. */
  const cutAt = (element: Element, text: DOMRect): 'x' | 'y' | null => {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(box)
      if (display === 'inline' || display === 'contents') continue
      // a diagram can be moved
      if (box.classList.contains('react-flow')) return null
      const edge = box.getBoundingClientRect()
      const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (isHidden(overflowX) && (text.right > edge.right + 1 || text.left < edge.left - 1)) return 'x'
      // the line is higher than its letters
      if (isHidden(overflowY) && (text.bottom > edge.bottom + 4 || text.top < edge.top - 4)) return 'y'
      if (/auto|scroll/.test(overflowX + overflowY)) return null
    }
    return null
  }

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent?.trim() ?? ''
    const element = walk.currentNode.parentElement!
    if (text === '' || element.closest('script, style, option, textarea, [data-loading]')) continue
    if (!isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(walk.currentNode)
    const edge = cutAt(element, range.getBoundingClientRect())
    if (!edge || hasTitle(element) || isForReadersOnly(element)) continue
    const name = `${element.tagName.toLowerCase()}.${element.className}`
    found.add(`${text.slice(0, 60)} (${edge}, ${name})`)
  }

  const canvas = document.createElement('canvas').getContext('2d')!
  for (const field of document.querySelectorAll('input')) {
    if (!isShown(field) || /checkbox|radio|file|range|hidden|color/.test(field.type)) continue
    if (field.title || isForReadersOnly(field)) continue
    const style = getComputedStyle(field)
    // `font` is empty for a field with tabular figures
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const space =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    // a value can be moved with the cursor, except in a field that only offers options
    const text = field.value && field.readOnly ? field.value : field.value ? '' : field.placeholder
    if (canvas.measureText(text).width > space + 1) found.add(`${text} (field)`)
  }
  return [...found]
}

/** Returns texts that are missing, not formatted or cut; in one call, because each takes milliseconds. */
export const textFaults = async (page: Page): Promise<string[]> => {
  const calls = [unfinishedTextsInPage, cutTextsInPage].map((inPage) => `(${String(inPage)})()`)
  const [unfinished, cut] = await page.evaluate<string[][]>(`[${calls.join()}]`)
  return [...unfinished!.map((text) => `not finished: ${text}`), ...cut!.map((text) => `cut: ${text}`)]
}

/** Returns buttons and links whose label is not in their middle. */
export const misplacedLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const middle = (element: Element): number => {
      const { top, height } = element.getBoundingClientRect()
      return top + height / 2
    }
    return [...document.querySelectorAll('.mantine-Button-root')].flatMap((button) => {
      const label = button.querySelector('.mantine-Button-label')
      const isShown = label?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
      return isShown && Math.abs(middle(label!) - middle(button)) > 2 ? [button.textContent.trim()] : []
    })
  })

/** Returns the words that the page shows in a text or a field. */
export const shownOf = (page: Page, words: readonly string[]): Promise<string[]> =>
  page.evaluate((words) => {
    const text = document.body.innerText
    return words.filter((word) => text.includes(word))
  }, words)
