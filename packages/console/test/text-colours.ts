/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page cannot use functions of this file */

/** What is around and behind a text. */
interface Surroundings {
  /** Backgrounds up to the first one that hides what is behind it. */
  back: string
  /** Opacity, filters and the like of all elements around it. */
  effects: string
  /** True if it is for assistive technology only. */
  isClipped: boolean
}

/**
 * Returns the elements with visible text in a part of a page, each with all that its contrast follows from: its colour,
 * the colours behind it and whether it is large. Those in known combinations are left out. Runs in the page.
 */
export function textColours({
  within,
  known,
}: {
  within: string
  known: readonly string[]
}): Map<Element, string> {
  const isKnown = new Set(known)
  const found = new Map<Element, Surroundings>()

  function surroundingsOf(element: Element | null): Surroundings {
    if (!element) return { back: '', effects: '', isClipped: false }
    const before = found.get(element)
    if (before) return before
    const around = surroundingsOf(element.parentElement)
    const style = getComputedStyle(element)
    const { backgroundColor, backgroundImage, position, clip, clipPath } = style
    const isTransparent = backgroundColor === 'rgba(0, 0, 0, 0)'
    const isOpaque = !/^rgba|\//.test(backgroundColor)
    const own = [
      // what is moved out of its place may be in front of something else than the elements around it
      ...(position === 'absolute' || position === 'fixed' ? [position] : []),
      ...(isTransparent ? [] : [backgroundColor]),
      ...(backgroundImage === 'none' ? [] : [backgroundImage]),
    ]
    const effects = [
      ...(style.opacity === '1' ? [] : [style.opacity]),
      ...(style.filter === 'none' ? [] : [style.filter]),
      ...(style.mixBlendMode === 'normal' ? [] : [style.mixBlendMode]),
    ]
    const surroundings: Surroundings = {
      back: [...own, ...(isOpaque || around.back === '' ? [] : [around.back])].join(' on '),
      effects: [...effects, ...(around.effects === '' ? [] : [around.effects])].join(' in '),
      isClipped: around.isClipped || clip !== 'auto' || clipPath !== 'none',
    }
    found.set(element, surroundings)
    return surroundings
  }

  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
    )
  /** As WCAG defines it, from 18 pt, or 14 pt in bold. */
  const isLarge = ({ fontSize, fontWeight }: CSSStyleDeclaration): boolean =>
    Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24)

  const fresh = new Map<Element, string>()
  for (const part of document.querySelectorAll(within))
    for (const element of [part, ...part.querySelectorAll('*')]) {
      if (!hasText(element) || element.closest('script, style, option, :disabled, [aria-disabled=true]'))
        continue
      const { back, effects, isClipped } = surroundingsOf(element)
      if (isClipped || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
      const style = getComputedStyle(element)
      const colours = [
        `${style.color} on ${back}`,
        isLarge(style) ? 'large' : '',
        style.textShadow === 'none' ? '' : style.textShadow,
        effects,
      ].join(';')
      if (!isKnown.has(colours)) fresh.set(element, colours)
    }
  return fresh
}
