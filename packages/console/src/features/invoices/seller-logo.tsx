import { sellerLogoMaxBytes } from '@stationmaster/contract'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { pageConfig } from '../../lib/page-config.ts'
import { readAsBase64 } from '../../lib/read-file.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Row, Stack } from '../../ui/page/page.tsx'
import css from './seller.module.css'

const types = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/tiff'

/** Logo on the invoices of a seller: upload and removal, stored with the form. */
export function SellerLogo({
  stored,
  value,
  error,
  onChange,
}: {
  /** Address of the stored logo. */
  stored: string | null
  /** New logo in base64; null: removed; undefined: unchanged. */
  value: string | null | undefined
  error?: React.ReactNode
  onChange: (value: string | null) => void
}) {
  const t = useTexts('invoices')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const shown =
    value === undefined
      ? stored && pageConfig().apiDomain + stored
      : value && `data:image/png;base64,${value}`
  const read = async (file: File) => {
    const size = format.number(sellerLogoMaxBytes / 1024 / 1024)
    const data = file.size > sellerLogoMaxBytes ? null : await readAsBase64(file)
    setProblem(data === null ? t('sellers.logoUnreadable', { size }) : null)
    if (data !== null) onChange(data)
  }
  return (
    <Stack gap={2}>
      {shown && <img className={css.logo} src={shown} alt={t('sellers.logo')} />}
      <Row>
        <Button
          small
          icon={<IconUpload size={16} />}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {t('sellers.uploadLogo')}
        </Button>
        {shown && (
          <Button kind="quiet" small icon={<IconTrash size={16} />} onClick={() => onChange(null)}>
            {t('sellers.removeLogo')}
          </Button>
        )}
      </Row>
      <input
        ref={input}
        type="file"
        hidden
        accept={types}
        aria-label={t('sellers.uploadLogo')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <p id={hint} className="muted">
        {t('sellers.logoHint', { size: format.number(sellerLogoMaxBytes / 1024 / 1024) })}
      </p>
      {(problem ?? error) && (
        <p className={css.problem} role="alert">
          {problem ?? error}
        </p>
      )}
    </Stack>
  )
}
