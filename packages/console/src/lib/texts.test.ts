import i18next from 'i18next'
import { expect, it } from 'vitest'
import { changeLanguage, loadTexts, startTexts } from './texts.ts'

it('texts of a screen that opens while the language changes are loaded in the new language', async () => {
  await startTexts()
  await Promise.all([changeLanguage('de'), loadTexts('cards')])
  expect(i18next.language).toBe('de')
  expect(i18next.hasResourceBundle('de', 'cards')).toBe(true)
})
