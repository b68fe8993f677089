import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { IconButton } from '../buttons.tsx'
import css from './copy.module.css'

/** Copies the raw value; the button confirms it for two seconds. */
export function CopyButton({
  value,
  small = false,
  label,
}: {
  value: string
  small?: boolean
  label?: string
}) {
  const t = useTexts()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <>
      <IconButton
        small={small}
        label={outcome ? t(`ui.${outcome}`) : (label ?? t('ui.copy'))}
        onClick={() => void copyText(value).then((done) => setOutcome(done ? 'copied' : 'copyFailed'))}
      >
        {outcome === 'copied' ? <IconCheck size={small ? 14 : 16} /> : <IconCopy size={small ? 14 : 16} />}
      </IconButton>
      <output className="hidden-text">{outcome && t(`ui.${outcome}`)}</output>
    </>
  )
}

/** An identity, tag or number in monospace; `copy` adds the button. */
export function Identity({ value, copy = false }: { value: string; copy?: boolean }) {
  return (
    <span className={css.identity}>
      <bdi className="mono">{value}</bdi>
      {copy && <CopyButton value={value} small />}
    </span>
  )
}

/**
 * Copies a text; returns true on success. Plain http has no clipboard API: a selected text area is used
 * instead.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused by the browser: the fallback may still be allowed.
  }
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.className = 'hidden-text'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
