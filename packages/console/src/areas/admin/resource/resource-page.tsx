import { locales, mailTextAt, resourceDelete, resourceGet } from '@stationmaster/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { currentLanguage, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty, Failure } from '../../../ui/feedback/feedback.tsx'
import { LeaveGuard, useUnsaved } from '../../../ui/feedback/leaving.ts'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Card, Row } from '../../../ui/page/page.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { Ago } from '../../../ui/time/moment.tsx'
import split from '../split.module.css'
import { useChange } from '../../../lib/use-change.ts'
import { FileEditor } from './file-editor.tsx'
import { branchOf, type Resource, type ResourceRow } from './resource-tree.ts'
import { TextEditor } from './text-editor.tsx'
import { type Drafts, useDrafts } from './use-drafts.ts'

const ResourceDialog = lazy(async () => ({
  default: (await import('./resource-dialog.tsx')).ResourceDialog,
}))
const where = { lang: oneOf(locales, 'en') }

/** One resource: the contents of a folder, or a text or file in each language. */
export function ResourcePage({
  id,
  rows,
  onDeleted,
}: {
  id: string
  rows: readonly ResourceRow[]
  onDeleted: () => void
}) {
  const t = useTexts('resources')
  const found = useEndpoint(resourceGet, { id })
  if (found.data) return <Shown resource={found.data} rows={rows} onDeleted={onDeleted} />
  return (
    <ObjectNotFound query={found} title={t('notFound')} to={addressOf('/admin/resource')} link={t('title')} />
  )
}

function Shown({
  resource,
  rows,
  onDeleted,
}: {
  resource: Resource
  rows: readonly ResourceRow[]
  onDeleted: () => void
}) {
  const t = useTexts('resources')
  const [isEdited, setEdited] = useState(false)
  const drafts = useDrafts(resource)
  const release = useUnsaved(drafts.isAnyUnsaved)
  const remove = useRemoval(resource, rows, () => {
    release()
    onDeleted()
  })
  return (
    <div className={split.main}>
      <LeaveGuard />
      <Card
        title={
          <span className={split.place}>
            <bdi>{resource.name}</bdi>
            {resource.usedby.map((use) => (
              <ToneChip key={use} tone="busy">
                <UsedBy use={use} path={resource.path} />
              </ToneChip>
            ))}
          </span>
        }
        actions={
          <Row>
            <Button small icon={<IconPencil size={14} />} onClick={() => setEdited(true)}>
              {t('ui.edit')}
            </Button>
            <Button small icon={<IconTrash size={14} />} loading={remove.isPending} onClick={remove.start}>
              {t('ui.delete')}
            </Button>
          </Row>
        }
      >
        {remove.error && <Failure small error={remove.error} title={t('ui.deleteFailed')} />}
        <KeyValues
          wide
          rows={[
            [t('path'), <Identity key="path" value={resource.path} copy />],
            [t('type'), t(`types.${resource.type}`)],
            [t('description'), resource.description],
            [t('lastupdate'), <Ago key="at" at={resource.lastupdate} />],
          ]}
        />
      </Card>
      {resource.type === 'folder' ? (
        <Contents id={resource.id} rows={rows} />
      ) : (
        <Languages resource={resource} drafts={drafts} />
      )}
      <Suspense>
        {isEdited && <ResourceDialog resource={resource} rows={rows} onClose={() => setEdited(false)} />}
      </Suspense>
    </div>
  )
}

function Contents({ id, rows }: { id: string; rows: readonly ResourceRow[] }) {
  const t = useTexts('resources')
  const inside = rows.filter((row) => row.node === id)
  if (inside.length === 0)
    return (
      <Card>
        <Empty title={t('emptyFolder')} />
      </Card>
    )
  return (
    <Card title={t('contents')}>
      <RowList>
        {inside.map((row) => (
          <li key={row.id}>
            <div>
              <Link to={addressOf('/admin/resource', [row.id])}>
                <bdi>{row.name}</bdi>
              </Link>
              <span className="muted">{row.description ?? <About row={row} />}</span>
            </div>
            <span className="muted mono">{row.locales.join(' ')}</span>
          </li>
        ))}
      </RowList>
    </Card>
  )
}

/** The purpose of a resource without a description: the email that its folder belongs to, otherwise its type. */
function About({ row }: { row: ResourceRow }) {
  const t = useTexts('resources')
  const tAdmin = useTexts('admin')
  const place = mailTextAt(row.type === 'folder' ? `${row.path}/text` : row.path)
  return place ? tAdmin(`mail.kinds.${place.kind}`) : t(`types.${row.type}`)
}

function UsedBy({ use, path }: { use: Resource['usedby'][number]; path: string }) {
  const t = useTexts('resources')
  const tAdmin = useTexts('admin')
  const place = mailTextAt(path)
  const kind = place ? tAdmin(`mail.kinds.${place.kind}`) : ''
  return t('usedBy', { use: t(`uses.${use}`, { kind }) })
}

/**
 * Returns the name of a language with a capital letter, for a heading: several languages write it in lower
 * case.
 */
function nameOf(locale: string): string {
  const name = new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(currentLanguage()) + name.slice(1)
}

function Languages({ resource, drafts }: { resource: Resource; drafts: Drafts }) {
  const t = useTexts('resources')
  const [{ lang }] = useAddress(where)
  const here = resource.data.find(({ locale }) => locale === lang)
  const english = resource.data.find(({ locale }) => locale === 'en')
  const labelOf = (locale: (typeof locales)[number]): string => {
    const language = nameOf(locale)
    if (drafts.isUnsaved(locale)) return t('unsaved', { language })
    if (resource.data.some((data) => data.locale === locale)) return language
    return resource.builtin.length > 0 ? t('builtIn', { language }) : t('missing', { language })
  }
  const Editor = resource.type === 'text' ? TextEditor : FileEditor
  return (
    <Tabs
      label={t('languages')}
      active={lang}
      tabs={locales.map((locale) => ({
        id: locale,
        label: labelOf(locale),
        to: addressOf('/admin/resource', [resource.id], { lang: locale === 'en' ? null : locale }),
      }))}
    >
      <Editor
        key={lang}
        drafts={drafts}
        resource={resource}
        locale={lang}
        data={here ?? null}
        fallback={lang === 'en' ? null : (english ?? null)}
      />
    </Tabs>
  )
}

/** Deletes a resource with everything in it, after a confirmation that names the extent and who uses it. */
function useRemoval(resource: Resource, rows: readonly ResourceRow[], onDeleted: () => void) {
  const t = useTexts('resources')
  const remove = useChange(resourceDelete, { onSaved: onDeleted })
  const branch = branchOf(rows, resource.id)
  const used = rows.some((row) => branch.has(row.id) && row.usedby.length > 0)
  const lead = [
    t('deleteLead', { name: resource.name, count: branch.size }),
    ...(used ? [t('usedLead')] : []),
  ].join(' ')
  return {
    error: remove.error,
    isPending: remove.isPending,
    start: () =>
      void confirm({ title: t('ui.confirmDeletion'), lead }).then(
        (yes) => yes && remove.mutate({ id: resource.id, version_no: resource.version_no, force: used }),
      ),
  }
}
