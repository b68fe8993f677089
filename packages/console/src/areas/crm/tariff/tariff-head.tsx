import { tariffSet, type TariffVersion } from '@stationmaster/contract'
import { IconPencil, IconScale } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type Tariff, TariffState } from '../../../features/tariffs/tariff-columns.tsx'
import { TariffMenu, useTariffItems } from '../../../features/tariffs/tariff-menu.tsx'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStore } from '../../../lib/store.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { unsavedParts } from '../../../ui/feedback/leaving.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useMethods } from '../../../ui/methods/use-methods.ts'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import { PageHead } from '../../../ui/page/page.tsx'
import css from './tariff.module.css'
import { useScope } from './use-scope.ts'

const TariffDialog = lazy(async () => ({
  default: (await import('../../../features/tariffs/tariff-dialog.tsx')).TariffDialog,
}))

interface HeadProps {
  tariff: Tariff
  shown: TariffVersion | null
  onActivate: () => void
}

/** Name and state of a tariff, where it applies, and what can be done. */
export function TariffHead({ tariff, shown, onActivate }: HeadProps) {
  const t = useTexts('tariffs')
  const compared = useTexts('tariff-comparison')
  const format = useFormat()
  const scope = useScope(tariff)
  const mayEdit = useMay()(tariffSet, { id: tariff.id }) && tariff.statecode !== 'deleted'
  const [isEditing, setEditing] = useState(false)
  // activation would use what is stored
  const isUnsaved = useStore(unsavedParts).length > 0
  const rate = (basisPoints: number) => format.percent(basisPoints / 100, 2)
  const items = useTariffItems(tariff)
  const methods = useMethods({ classCode: 'tariff', object: tariff, subject: 'Tariffs', items })
  const draft = methods.find(({ code, reason }) => code === 'create_draft' && reason === undefined)
  const isActivatable = shown?.statecode === 'draft' && tariff.methods['activate'] === null
  return (
    <PageHead
      title={tariff.label}
      crumbs={[{ label: t('title'), to: addressOf('/crm/tariff') }]}
      badge={
        <>
          <TariffState code={shown?.statecode ?? tariff.statecode} name={tariff.statename} />
          {shown && <span className="muted">{t('version', { number: shown.number })}</span>}
        </>
      }
      facts={
        <>
          {shown && (
            <span>
              {t(shown.definition.tax_included === 'YES' ? 'facts.gross' : 'facts.net', {
                currency: shown.definition.currency,
                rate: rate(shown.definition.vat),
              })}
            </span>
          )}
          {scope.map((part) => (
            <span key={part}>{part}</span>
          ))}
          {shown?.commission ? <span>{t('facts.commission', { rate: rate(shown.commission) })}</span> : null}
        </>
      }
      actions={
        <>
          {shown?.statecode === 'draft' && (
            <LinkButton icon={<IconScale size={16} />} to={addressOf('/crm/tariff', [tariff.id, 'compare'])}>
              {compared('open')}
            </LinkButton>
          )}
          {isActivatable && (
            <Button
              kind="primary"
              disabled={isUnsaved}
              title={isUnsaved ? t('acts.saveFirst') : undefined}
              aria-description={isUnsaved ? t('acts.saveFirst') : undefined}
              onClick={onActivate}
            >
              {t('acts.activate')}
            </Button>
          )}
          {draft && (
            <Button icon={draft.icon} onClick={draft.run}>
              {draft.label}
            </Button>
          )}
          <MoreMenu label={t('acts.label')} className={css.more}>
            {mayEdit && (
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
                {t('ui.edit')}
              </Menu.Item>
            )}
            <TariffMenu
              tariff={tariff}
              except={[...(isActivatable ? ['activate'] : []), ...(draft ? [draft.code] : [])]}
            />
          </MoreMenu>
          <Suspense>
            {isEditing && <TariffDialog tariff={tariff} onClose={() => setEditing(false)} />}
          </Suspense>
        </>
      }
    />
  )
}
