import type { FormOf } from '../../../components/form/form-of.ts';

/** The fields of a bucket: its place, its key, and what is written there. */
export function BucketFields({
  of: form,
  kept,
}: {
  of: FormOf<'createIntegration'>;
  /** What is said of the secret that is stored; undefined where there is none. */
  kept: string | undefined;
}) {
  return (
    <>
      <div class="form-row">
        <form.Field name="config.bucket" label="Bucket" isRequired hint="It must exist already." />
        <form.Field
          name="config.prefix"
          label="Folder"
          hint="Such as reports/sightline, and for nothing else."
        />
      </div>
      <div class="form-row">
        <form.Field name="config.region" label="Region" hint="Such as eu-central-1." />
        <form.Field
          name="config.baseUrl"
          label="Address of the store"
          hint="Leave it empty for AWS. For another host enter the secret again."
        />
      </div>
      <div class="form-row">
        <form.Field
          name="config.accessKeyId"
          label="Access key"
          isRequired
          autocomplete="off"
          hint="It may list, read, write and delete in the folder."
        />
        <form.Field
          name="config.secretAccessKey"
          label="Secret of the key"
          kind="password"
          autocomplete="off"
          isRequired={kept === undefined}
          hint={kept ?? 'It is kept encrypted and not shown again.'}
        />
      </div>
      <form.Field
        name="config.everyMinutes"
        label="Minutes between writes"
        hint="Only what changed is written."
      />
      <form.Field
        name="config.answers"
        label="Write the texts of answers too"
        hint="Numbers, sources and the sentences that name you are written in any case."
      />
    </>
  );
}
