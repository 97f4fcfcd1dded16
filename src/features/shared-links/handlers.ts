import { type Call, type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { getById, list, removeById } from '../../server/dispatch/resource.ts';
import { PER_ACCOUNT, PER_ADDRESS } from '../accounts/handlers.ts';
import { verifyPassword } from '../accounts/passwords.ts';
import { documentFilters } from '../documents/contents.ts';
import { makeDocument } from '../documents/document.ts';
import { createSharedLink, links, revokeSharedLink } from './links.ts';
import { countOpening, type OpenLink, openLink } from './opening.ts';
import { headersOf, passwordPage } from './page.ts';

/** Limits pages of one link. */
const PAGES_PER_LINK = { perMinute: 30, burst: 30 };
/** Limits requests from one address, guesses at tokens among them. */
const PAGES_PER_ADDRESS = { perMinute: 60, burst: 60 };

export const sharedLinks = {
  listSharedLinks: list(links.list),
  createSharedLink: async ({ actor, body, db, services }) => {
    const { token, ...link } = await createSharedLink(db, actor, body);
    const { basePath, publicUrl } = services.config;
    const path = `/shared/${token}`;
    const url = publicUrl === null ? null : `${publicUrl}${path}`;
    return { status: 201, body: { ...link, path: `${basePath}${path}`, url } };
  },
  getSharedLink: getById(links.find),
  revokeSharedLink: removeById(revokeSharedLink),

  openSharedLink: async (call) => {
    const link = await admitted(call);
    return link.passwordHash === null ? documentPage(call, link) : formPage(link, { isWrong: false });
  },
  openSharedLinkByPassword: async (call) => {
    const { body, request, services } = call;
    const link = await admitted(call);
    if (link.passwordHash === null) return documentPage(call, link);
    await services.limits.attemptByAddress('shared password', request.clientAddress, PER_ADDRESS);
    await services.limits.attemptByAccount(`shared password ${link.id}`, PER_ACCOUNT);
    const isRight = await verifyPassword(body.password, link.passwordHash);
    return isRight ? documentPage(call, link) : formPage(link, { isWrong: true });
  },
} satisfies Partial<Handlers>;

type OpenCall = Pick<Call<'openSharedLink'>, 'db' | 'params' | 'request' | 'services'>;

/** The link of a request, counted against its limits. @throws AppError not_found, rate_limited */
async function admitted({ db, params, request, services }: OpenCall): Promise<OpenLink> {
  await services.limits.attemptByAddress('shared', request.clientAddress, PAGES_PER_ADDRESS);
  const link = await db.guard(() => openLink(db, params.token));
  await services.limits.attemptByAccount(`shared ${link.id}`, PAGES_PER_LINK);
  return link;
}

/** The document of the view. It has no links into the dashboard, which its reader cannot open. */
async function documentPage({ db, request, services }: OpenCall, link: OpenLink) {
  const { config, reports, secretBox } = services;
  const { brandId, startDate, endDate, filters } = link.resolved;
  const document = await makeDocument(
    { db, reports, secretBox, publicUrl: null, basePath: config.basePath },
    {
      orgId: link.orgId,
      allowed: [brandId],
      brandId,
      start: startDate,
      end: endDate,
      filters: documentFilters(filters),
      snapshotId: link.pinId ?? undefined,
      caller: request,
      showsAnswers: link.showsAnswers,
    },
  );
  await db.guard(() => countOpening(db, link));
  return page(document.html, headersOf(link.frameOrigins));
}

function formPage({ frameOrigins }: OpenLink, { isWrong }: { isWrong: boolean }) {
  return page(passwordPage({ isWrong }), headersOf(frameOrigins, 'form'));
}

function page(html: string, headers: Record<string, string>) {
  const body = new Rendered<string>(Buffer.from(html), 'text/html; charset=utf-8');
  return { status: 200 as const, headers, body };
}
