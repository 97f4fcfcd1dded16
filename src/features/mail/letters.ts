import { type Letter, oneLine } from './letter.ts';

/** What the text of each kind of mail is made of. The token of a link is stored apart, sealed. */
export interface MailData {
  INVITATION: { organisation: string; invitedBy: string; role: string };
  PASSWORD_RESET: { minutes: number };
  ALERT: { organisation: string; brand: string; severity: string; message: string; isOver: boolean };
  QUOTA_WARNING: { organisation: string; quota: string; used: number; limit: number; plan: string };
  /** `madeBy`: the user who learns that it could not be sent. */
  REPORT: { organisation: string; schedule: string; scheduleId: string; madeBy: string };
  REPORT_CONFIRMATION: { organisation: string; schedule: string; scheduleId: string; askedBy: string };
  REPORT_FAILED: { organisation: string; schedule: string; reason: string };
}
export type MailKind = keyof MailData;

/** The kinds that the server sends by itself, and that can be stopped. */
export const OF_THEMSELVES = ['ALERT', 'QUOTA_WARNING'] as const satisfies MailKind[];
/** The kinds that are of no use a day later, and that a person did not ask for just now. */
export const NEWS = [...OF_THEMSELVES, 'REPORT', 'REPORT_FAILED'] as const satisfies MailKind[];
export type Stoppable = (typeof OF_THEMSELVES)[number];

/** A link for a new password works this long; it is not sent later. */
export const RESET_MINUTES = 30;

/** The addresses that links lead to. */
export interface Links {
  publicUrl: string;
  /** The token of an invitation or a new password; '' in other mails. */
  token: string;
  /** The page that stops mails of this kind; null: this one was requested. */
  unsubscribe: string | null;
  /** The page on which an address agrees to mails; '' in other mails. */
  confirm: string;
}

/** The page where an invitation is accepted. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/#/join?token=${encodeURIComponent(token)}`;
}

/** A report is a page of its own, not a letter. */
type LetterKind = Exclude<MailKind, 'REPORT'>;

const LETTERS: { [Kind in LetterKind]: (data: MailData[Kind], links: Links) => Letter } = {
  INVITATION: ({ organisation, invitedBy, role }, { publicUrl, token }) => ({
    subject: `Join ${oneLine(organisation)} on Sightline`,
    paragraphs: [
      `${oneLine(invitedBy)} invites you to ${oneLine(organisation)} on Sightline, as ${role}.`,
      'The link works once, for 7 days.',
    ],
    button: { words: 'Accept the invitation', url: invitationUrl(publicUrl, token) },
    notes: ['If you do not know who this is from, ignore this mail: nothing happens.'],
  }),
  PASSWORD_RESET: ({ minutes }, { publicUrl, token }) => ({
    subject: 'Set a new password for Sightline',
    paragraphs: [
      'Somebody asked for a new password for the account of this address, most likely you.',
      `The link works once, for ${minutes} minutes. It ends all logins of the account.`,
    ],
    button: { words: 'Set a new password', url: `${publicUrl}/#/reset?token=${encodeURIComponent(token)}` },
    notes: ['If it was not you, ignore this mail: the password stays as it is.'],
  }),
  ALERT: ({ organisation, brand, severity, message, isOver }, links) => ({
    subject: isOver ? `Resolved: ${oneLine(brand)}` : `${severity} alert: ${oneLine(brand)}`,
    paragraphs: [
      isOver ? `An alert about ${oneLine(brand)} is over.` : `There is an alert about ${oneLine(brand)}.`,
      oneLine(message, 1_000),
    ],
    button: { words: 'See the alerts', url: `${links.publicUrl}/#/alerts` },
    notes: unasked(organisation, 'alerts', links),
  }),
  QUOTA_WARNING: ({ organisation, quota, used, limit, plan }, links) => ({
    subject: `${oneLine(organisation)} has used ${used} of ${limit} ${quota}`,
    paragraphs: [
      `${oneLine(organisation)} has used ${used} of the ${limit} ${quota} that the plan ${plan} allows.`,
      'What is beyond the limit is refused.',
    ],
    button: { words: 'See plan and usage', url: `${links.publicUrl}/#/settings/plan` },
    notes: unasked(organisation, 'warnings of quotas', links),
  }),
  REPORT_CONFIRMATION: ({ organisation, schedule, askedBy }, { confirm }) => ({
    subject: `Reports of ${oneLine(organisation)}: do you want them?`,
    paragraphs: [
      `${oneLine(askedBy)} of ${oneLine(organisation)} wants to send you the report “${oneLine(schedule)}” regularly.`,
      'None comes unless you agree. Each has a link that stops them.',
    ],
    button: { words: 'Get these reports', url: confirm },
    notes: ['If you do not know who this is from, ignore this mail: nothing happens.'],
  }),
  REPORT_FAILED: ({ organisation, schedule, reason }, { publicUrl }) => ({
    subject: `A report was not sent: ${oneLine(schedule)}`,
    paragraphs: [`The report “${oneLine(schedule)}” could not be sent.`, oneLine(reason, 1_000)],
    button: { words: 'See the scheduled reports', url: `${publicUrl}/#/settings/reports` },
    notes: [`You made it for ${oneLine(organisation)} on Sightline.`],
  }),
};

/** What stands below a report: why it came, and how to have no more of it. */
export function reportNotes(
  { organisation, schedule }: MailData['REPORT'],
  { unsubscribe }: Links,
): string[] {
  const because = `You get the report “${oneLine(schedule)}” of ${oneLine(organisation)} on Sightline.`;
  return unsubscribe === null ? [because] : [because, `To have no more of it, open\n${unsubscribe}`];
}

export function letterOf<Kind extends LetterKind>(kind: Kind, data: MailData[Kind], links: Links): Letter {
  return LETTERS[kind](data, links);
}

function unasked(organisation: string, what: string, { unsubscribe }: Links): string[] {
  const because = `You get ${what} of ${oneLine(organisation)} on Sightline.`;
  return unsubscribe === null ? [because] : [because, `To have no more of them, open\n${unsubscribe}`];
}
