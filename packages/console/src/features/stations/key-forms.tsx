import { useTexts } from '../../lib/texts.ts'
import { CopyField } from '../../ui/data/copy-field.tsx'

/** Shows a new key in both formats in which it can be entered. It is shown once. */
export function KeyForms({ text, hex }: { text: string; hex: string }) {
  const t = useTexts('connection')
  return (
    <>
      <CopyField label={t('key.text')} value={text} />
      <CopyField label={t('key.hex')} value={hex} />
      <p className="muted">{t('key.hint')}</p>
    </>
  )
}
