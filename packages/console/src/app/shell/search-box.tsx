import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { openPalette } from '../palette/palette-state.ts'
import css from './shell.module.css'

/**
 * Enter or the icon opens the search; without a text, as on phones, which show only the icon, they open the palette,
 * as does the key cap next to the field.
 */
export function SearchBox() {
  const t = useTexts()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <search className={css.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const q = text.trim()
          // it has a field with the focus, and shows results while the user types
          if (q === '') openPalette()
          else void navigate(addressOf('/crm/search', [], { q }))
        }}
      >
        <button type="submit" aria-label={t('header.searchButton')}>
          <IconSearch size={17} />
        </button>
        <input
          type="search"
          name="q"
          value={text}
          autoComplete="off"
          aria-label={t('header.search')}
          placeholder={t('header.search')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
      <button type="button" className={css.paletteButton} onClick={openPalette}>
        <span className="hidden-text">{t('palette.title')}</span>
        <kbd>Ctrl K</kbd>
      </button>
    </search>
  )
}
