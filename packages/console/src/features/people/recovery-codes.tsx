import { IconCopy, IconDownload } from '@tabler/icons-react'
import { pageConfig } from '../../lib/page-config.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { copyText } from '../../ui/data/copy.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../lib/toasts.ts'
import { Row, Stack } from '../../ui/page/page.tsx'
import { download } from '../../ui/table/download.ts'
import css from './people.module.css'

/** Shows the recovery codes once; the server stores only their hashes. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts('profile')
  const text = codes.join('\n')
  const copy = async (): Promise<void> => {
    const done = await copyText(text)
    toast(t(done ? 'ui.copied' : 'ui.copyFailed'), done ? 'good' : 'bad')
  }
  return (
    <Dialog
      title={t('factor.codes')}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose} data-autofocus>
          {t('factor.saved')}
        </Button>
      }
    >
      <Stack>
        <Notice tone="good" alert>
          {t('factor.isOn')}
        </Notice>
        <p>{t('factor.codesLead')}</p>
        <ul className={css.codes} aria-label={t('factor.codes')} dir="ltr">
          {codes.map((code) => (
            <li key={code} className="mono">
              {code}
            </li>
          ))}
        </ul>
        <Row>
          <Button small icon={<IconCopy size={16} />} onClick={() => void copy()}>
            {t('factor.copyCodes')}
          </Button>
          <Button
            small
            icon={<IconDownload size={16} />}
            onClick={() => download(new Blob([`${text}\n`], { type: 'text/plain' }), fileName())}
          >
            {t('factor.saveCodes')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}

const fileName = (): string =>
  `recovery-codes-${new URL(pageConfig().apiDomain || location.href).hostname}.txt`
