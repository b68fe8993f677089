import { beforeEach, describe, expect, it } from 'vitest'
import { closeOverlay, openPalette, paletteField, paletteText, typeAhead } from './palette-state.ts'

const press = (key: string, { on = document.body, ...rest }: { on?: Element; ctrlKey?: boolean } = {}) => {
  const event = new KeyboardEvent('keydown', { key, ...rest })
  on.dispatchEvent(event)
  return typeAhead(event)
}

beforeEach(() => {
  closeOverlay()
  openPalette()
})

describe('the palette while it is loading', () => {
  it('keeps all letters that are typed', () => {
    expect([...'dubx'].map((key) => press(key))).toEqual([true, true, true, true])
    expect(press('Backspace')).toBe(true)
    expect(paletteText.get()).toBe('dub')
  })

  it('leaves shortcuts, other keys and its own field alone', () => {
    const field = document.createElement('input')
    field.setAttribute(paletteField, 'true')
    expect([press('Escape'), press('a', { ctrlKey: true }), press('a', { on: field })]).toEqual([
      false,
      false,
      false,
    ])
    expect(paletteText.get()).toBe('')
  })

  it('starts empty when it is opened again', () => {
    press('d')
    closeOverlay()
    expect(press('u')).toBe(false)
    openPalette()
    expect(paletteText.get()).toBe('')
  })
})
