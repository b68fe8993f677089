import { useTexts } from '../../lib/texts.ts'
import { CopyButton } from './copy.tsx'
import css from './data.module.css'

/** Labelled value in monospace that users enter elsewhere, by typing or copying. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const t = useTexts()
  return (
    <div className={css.copyField}>
      <span>
        <small>{label}</small>
        <bdi className="mono">{value}</bdi>
      </span>
      <CopyButton value={value} label={t('ui.copyValue', { value: label })} />
    </div>
  )
}
