import { useTexts } from '../../lib/texts.ts'
import { CopyButton } from './copy.tsx'
import css from './data.module.css'

/** A labelled value in mono that people carry over elsewhere, by hand or by copying. */
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
