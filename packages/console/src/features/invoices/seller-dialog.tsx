import { sellerSet } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { FormAccess } from '../../ui/form/form-access.tsx'
import { submit } from '../../ui/form/form.ts'
import { useStoredValues } from '../../ui/form/stored-values.ts'
import { bodyOfSeller, type Seller, SellerFields, useSellerForm, valuesOfSeller } from './seller-fields.tsx'

/** Dialog that adds or edits a seller. */
export function SellerDialog({ seller, onClose }: { seller: Seller | null; onClose: () => void }) {
  const t = useTexts('invoices')
  const isAllowed = useMay()(sellerSet, { id: seller?.id ?? null }) && seller?.statecode !== 'deleted'
  const form = useSellerForm(seller)
  useStoredValues(form, valuesOfSeller(seller))
  const save = useChange(sellerSet, { form, onSaved: onClose })
  return (
    <FormDialog
      wide
      title={t(seller ? 'sellers.edit' : 'sellers.add')}
      isNew={!seller}
      isReadOnly={!isAllowed}
      save={save}
      onSubmit={submit(form, (values) => save.mutate(bodyOfSeller(seller, values)))}
      onClose={onClose}
    >
      <FormAccess isAllowed={isAllowed}>
        <SellerFields form={form} seller={seller} />
      </FormAccess>
    </FormDialog>
  )
}
