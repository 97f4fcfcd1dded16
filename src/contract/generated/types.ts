// Made from spec/ by npm run generate.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The dashboard
         * @description The page for people: a client of this API alone. Its views are in the hash of the address, so that every view is a link. It loads its scripts and styles from `/assets` and asks no other origin for anything.
         */
        get: operations["getDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The documentation
         * @description This contract as a page on which requests can be tried, with the guides beside it.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{guide}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A guide of the documentation
         * @description One of the short guides that `/docs` lists.
         */
        get: operations["getGuide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A script, style or image of the pages
         * @description The name holds a hash of the content, so that it may be kept for ever.
         */
        get: operations["getAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the server up
         * @description Needs no credentials and touches neither the database nor the engine.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the server is ready
         * @description 503 while migrating, without a snapshot, or draining; 200 as long as reports are served, also when a check in `checks` fails. With `?for=writes` it is 503 where writes fail, too. `checks.writes` writes to the database, at most once a second, and takes at most two seconds with `?for=writes` and half a second without. `checks.snapshot` fails when the data was last known to be complete longer ago than five times SNAPSHOT_INTERVAL_SECONDS, and while an older snapshot is served because the newest was found damaged.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This contract as JSON
         * @description The bundled OpenAPI 3.0.3 document that this server validates requests against.
         */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This contract as YAML
         * @description The same document as `/openapi.json`.
         */
        get: operations["getOpenapiYaml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with email and password
         * @description Gives an access token (1 h) and a refresh token (30 d). A wrong password and an unknown email get the
         *     same answer in the same time. Attempts are limited by account and by address.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trade a refresh token for new tokens
         * @description A refresh token works once. Where the answer was lost, send the same one again within 15 s: it gives the same
         *     successor, as long as that was not used. Later, or when its successor was used, a used token ends every token that
         *     came from the same login, because then one of them was stolen.
         *
         *     Without `refreshToken` it is taken from the cookie `sightline_refresh` of a login with `session: cookie`, and its
         *     successor put there. Tabs of a browser share the cookie, so within the 15 s it also continues the login when
         *     another tab has used the successor. This is the only operation that reads the cookie. Pages of other origins get 403.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a new organisation
         * @description Makes an organisation on the plan FREE with its first member, an OWNER, and logs in. Answers 403 unless the
         *     server is run with REGISTRATION=open; by default a new member comes by invitation.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends this login: its access and refresh tokens are refused within 5 s. With `everywhere` it ends all logins of the
         *     account, in all organisations. Where a cookie holds the refresh token, it is removed.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description The account behind the token, the organisation the login is in and the role there, and all organisations
         *     of the account.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends all other logins of the account. A wrong current password is 403; attempts are limited.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in to another organisation of the account
         * @description Gives tokens for another organisation that the account is a member of. The present login goes on.
         */
        post: operations["switchOrganisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Makes the invited address a member, and logs in. Where the address has an account already, the password is
         *     its own (else 401); where it has none, one is made with this password. An invitation works once.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your organisation
         * @description The organisation of the login.
         */
        get: operations["getOrganisation"];
        put?: never;
        post?: never;
        /**
         * Delete your organisation with all its data
         * @description Cannot be undone: brands, prompts, answers, keys, members and the audit log go, accounts that are in no other
         *     organisation too. From the answer on it is seen nowhere, its API keys and logins stop within 5 s, and nothing runs
         *     for it any more; its rows are removed after that, however many there are, and leave the snapshots with them.
         */
        delete: operations["deleteOrganisation"];
        options?: never;
        head?: never;
        /**
         * Rename your organisation
         * @description The plan is not changed here.
         */
        patch: operations["updateOrganisation"];
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Oldest membership first.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member
         * @description One member of your organisation.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Ends the logins in this organisation within 5 s; an account that is in no other organisation is deleted.
         *     Only an OWNER may remove an OWNER, and the last one stays (409).
         *     API keys and invitations belong to who made them: those of the member are
         *     revoked at once (`X-Revoked-Api-Keys`: the number of keys), so that no access remains. `keepApiKeys` has the keys
         *     become yours instead, where a pipeline depends on them.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Takes effect within 5 s in open sessions. Only an OWNER may make or change an OWNER; the last OWNER stays
         *     one (409).
         *     API keys and invitations belong to who made them: those of a member that may not make such any more (below ADMIN; below OWNER, invitations as OWNER) are
         *     revoked at once (`X-Revoked-Api-Keys`: the number of keys), so that no access remains. `keepApiKeys` has the keys
         *     become yours instead, where a pipeline depends on them.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Newest first; those accepted, revoked and expired too.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description No mail is sent: pass on the `token` of this answer, which is shown here and never again. It works once, for
         *     7 days, at `POST /api/auth/invitations/accept`. Only an OWNER may invite an OWNER.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invitation
         * @description One invitation of your organisation, without its token.
         */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Its token stops working. One that was accepted or has expired is 409.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description The changes that were made, with actor, time and address; newest first.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Newest first; revoked and expired ones too. The keys themselves are not kept and never shown again.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description `key` is shown in this answer and never again; it works at once. Keys exist on every plan; the reports by key
         *     need CUSTOM. A key that is limited to brands sees and writes no other.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description What is known of a key; not the key itself.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Refused within 5 s. Cannot be undone.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key
         * @description Scopes, brands and expiry of a key stay as they are: create another one.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/api/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key
         * @description Makes a new key of the same name, scopes and brands, which works at once; the old one works on for
         *     `overlapMinutes`. Once a key; its successor can be rotated again.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List brands
         * @description By name. Archived brands are listed by archived=true only.
         */
        get: operations["listBrands"];
        put?: never;
        /**
         * Create a brand
         * @description Answers are searched for its names from now on; stored answers are extracted again.
         */
        post: operations["createBrand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a brand
         * @description One brand of your organisation.
         */
        get: operations["getBrand"];
        put?: never;
        post?: never;
        /**
         * Archive a brand
         * @description It leaves lists and reports; its history stays and `archived: false` takes it back.
         */
        delete: operations["archiveBrand"];
        options?: never;
        head?: never;
        /**
         * Change a brand
         * @description Fields that are not sent stay as they are. After a change of names all stored answers are extracted again.
         */
        patch: operations["updateBrand"];
        trace?: never;
    };
    "/api/brands/{id}/competitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the competitors of a brand
         * @description By name.
         */
        get: operations["listCompetitors"];
        put?: never;
        /**
         * Add a competitor to a brand
         * @description Answers are searched for its names from now on; stored answers are extracted again.
         */
        post: operations["createCompetitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands/{id}/names/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of names
         * @description Reads the latest answers of your organisation (a competitor's: of its brand's runs) that hold one of the names, by the
         *     names that are stored and as if the changes were saved, and tells which answers would be gained and lost. Nothing is
         *     stored. The search ends at `answers` answers that hold a name, at 5,000 answers or after five seconds.
         */
        post: operations["previewNames"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands/{id}/prompt-suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest prompts to track
         * @description Prompts in English that people may ask who look for what the brand makes, made by templates from its name, industry,
         *     description and competitors; no model is asked, and the same brand gives the same prompts. Those that the brand has
         *     on some platform already are marked. Send chosen ones to `POST /api/queries/bulk`, with their tag.
         */
        get: operations["suggestPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands/{id}/ignored-phrase-suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest phrases to ignore
         * @description From the latest answers that name the brand or competitor (1,000 at most, of the latest 20,000 runs): the phrases of
         *     two or three words that its name and the words directly beside it form most often, in the first sentence of each
         *     answer that names it. Function words, which stand beside real names, are left out; a phrase is in at least three
         *     answers. A phrase is no proof: preview it before it is ignored.
         */
        get: operations["suggestIgnoredPhrases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands/{id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a brand with its competitors
         * @description From the current snapshot, over completed runs of the brand's queries in the range (by default 30 days up to today):
         *     the brand and each competitor, by share of voice, highest first; then name; then id. Share of voice is a
         *     subject's namings as a percentage of all namings of the brand and its competitors.
         */
        get: operations["getBrandComparison"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/competitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a competitor
         * @description One competitor of a brand of yours.
         */
        get: operations["getCompetitor"];
        put?: never;
        post?: never;
        /**
         * Remove a competitor
         * @description Stored answers are extracted again without it.
         */
        delete: operations["deleteCompetitor"];
        options?: never;
        head?: never;
        /**
         * Change a competitor
         * @description Fields that are not sent stay as they are. After a change of names all stored answers are extracted again.
         */
        patch: operations["updateCompetitor"];
        trace?: never;
    };
    "/api/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List queries
         * @description By text (its first 500 characters), then platform. Archived queries are listed by archived=true only, queries of an archived brand by brandId.
         */
        get: operations["listQueries"];
        put?: never;
        /**
         * Create a query
         * @description A query is a brand, a platform and an exact text; a second one of the same is 409. Archived queries do not count
         *     towards the quota.
         */
        post: operations["createQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queries/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many queries
         * @description Each text on each platform, at most 500 together. Those that are there already stay as they are and are answered as
         *     unchanged. Over the quota nothing is created.
         */
        post: operations["bulkCreateQueries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queries/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule many queries
         * @description Sets the schedule of each query that is not archived and whose brand is not, or of those that match; `scheduledAt`
         *     null clears it, and cancels the runs that are queued by it.
         */
        post: operations["scheduleQueries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queries/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run many queries now
         * @description Queues a run of each query that is not archived and whose brand is not, or of those that match; schedules stay as
         *     they are. Queries with a run under way, and those whose platform has no active integration, are left alone and
         *     counted.
         */
        post: operations["runQueries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a query
         * @description One query of your organisation.
         */
        get: operations["getQuery"];
        put?: never;
        post?: never;
        /**
         * Archive a query
         * @description It leaves lists, its schedule ends and it no longer counts towards the quota. Its runs stay in reports: what was
         *     measured does not change by no longer asking. A run that is still QUEUED, by schedule or by hand, is FAILED with
         *     the reason CANCELLED. `archived: false` takes it back.
         */
        delete: operations["archiveQuery"];
        options?: never;
        head?: never;
        /**
         * Change a query
         * @description Fields that are not sent stay as they are. Runs keep the text and the platform they were run with, and reports show those.
         *     `scheduledAt: null` plans no run, ends repeating and cancels a run of the schedule that is still QUEUED: it is
         *     FAILED with the reason CANCELLED. A run by hand, and one that is RUNNING, goes on. An archived query has no
         *     schedule. A time in the past is due at once. Times that pass while nothing can run are caught up by one run;
         *     the others count as missed in the coverage. A time that comes while a run is under way waits for its end.
         */
        patch: operations["updateQuery"];
        trace?: never;
    };
    "/api/queries/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a query
         * @description The latest first.
         */
        get: operations["listQueryRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/queries/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a query now
         * @description Queues a run beside the query's schedule, which stays as it is. 409 where a run of it is QUEUED or RUNNING already,
         *     where the query or its brand is archived, and where its platform has no active integration.
         */
        post: operations["runQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How completely prompts were run
         * @description What makes a number trustworthy: how many of the runs that were planned were made. A row a day and platform (with
         *     `groupBy: BRAND` also a brand) that has any, the latest day first. Counted are Sightline's own runs, by schedule
         *     and by hand, on the UTC day they were planned for; a run that was cancelled counts nowhere, times still to come
         *     neither. Runs that were ingested are neither expected nor executed: they are counted apart, on the day they were
         *     run. The numbers are of this moment, from the database itself. At most 366 days.
         */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description The latest first. Runs of an archived brand are listed by brandId or queryId.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Ingest answers of AI platforms
         * @description Takes up to 1,000 runs or 16 MiB a call: a JSON array of `Run`, or one run a line as
         *     `application/x-ndjson`. Each run is checked by itself: an invalid one is refused with its reason and does not
         *     affect the others; one whose answer cannot be read within the limits of time and memory is
         *     refused as `unprocessable`. Sending a run again (the same `externalId`) changes nothing and is reported as
         *     unchanged. The query (brand, platform, exact text) is found or created. Needs a bearer token of a MEMBER or above, or an
         *     API key with the scope `runs:write`; where both are sent each must be valid, and the caller is the token's member. The
         *     runs are in the reports with the next snapshot.
         */
        post: operations["ingestRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run with its evidence
         * @description The answer, who it names where and how favourably, what it cites, and the mentions made of it; of a run that
         *     Sightline made itself also every request that was sent for it, and what it cost.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/namings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get where an answer names whom
         * @description The places of names in the answer of a run, how each matched, and what the sentences say of those named. The answer is
         *     read for it anew, by the present names and version of the extraction; nothing is stored. A run without an answer has
         *     no places.
         */
        get: operations["getRunNamings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mentions
         * @description As they stand now with their corrections, the latest first. Dismissed ones are listed by dismissed=true only,
         *     those of an archived brand by brandId, queryId or runId.
         */
        get: operations["listMentions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mentions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a mention
         * @description One mention of your organisation, dismissed or not.
         */
        get: operations["getMention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct or dismiss a mention
         * @description Fields that are not sent stay as they are, null takes a correction back. The mentions report shows the corrected values and leaves
         *     dismissed mentions out from the next snapshot on; corrections hold when answers are read again. A correction is of
         *     this mention alone: the figures of brands and queries stay as they were measured.
         */
        patch: operations["updateMention"];
        trace?: never;
    };
    "/api/testing/extraction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the extraction of an answer
         * @description The observations that would be extracted from an answer with the present lexicon, with the text they rest on; with
         *     `draft`, as if those changes of the names of a brand or competitor were saved. Nothing is stored. An answer that
         *     cannot be read within the limits of time and memory is 422.
         */
        post: operations["testExtraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/testing/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trials
         * @description The latest first, with the first 500 characters of each answer (`answerTruncated`: it is longer). getTrial gives
         *     the whole answer.
         */
        get: operations["listTrials"];
        put?: never;
        /**
         * Try a prompt
         * @description Queues a prompt for each platform, without making a query of it. What it yields never counts in reports. It is
         *     run as runs of queries are, with the organisation's integrations and within their daily limits; on a platform
         *     without an active one it fails. At most 20 trials with something QUEUED or RUNNING at a time: a further one is 409.
         */
        post: operations["createTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/testing/trials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a trial
         * @description With its answers so far.
         */
        get: operations["getTrial"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/testing/trials/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a trial
         * @description What is still QUEUED is not run any more; what is running ends. With nothing queued it is 409.
         */
        post: operations["cancelTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/reports/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Visibility, sentiment and position of each brand, by URL
         * @description The report of `POST /api/customer/v1/reports/brands` for what can call a URL: a browser, a spreadsheet's import function, a BI tool.
         *     The answer has an ETag: with `If-None-Match` it is 304 where nothing has changed, and cheap.
         */
        get: operations["reportBrandsByUrl"];
        put?: never;
        /**
         * Visibility, sentiment and position of each brand
         * @description All brands of the organisation, those without a run too (visibility, sentiment and position are then
         *     null: unknown, which is not 0). Ordered by visibility, highest first, null last; then name in byte
         *     order; then id. `total` counts all matching brands before limit and offset.
         */
        post: operations["reportBrands"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/reports/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prompts with their latest result, by URL
         * @description The report of `POST /api/customer/v1/reports/queries` for what can call a URL: a browser, a spreadsheet's import function, a BI tool.
         *     The answer has an ETag: with `If-None-Match` it is 304 where nothing has changed, and cheap.
         */
        get: operations["reportQueriesByUrl"];
        put?: never;
        /**
         * Prompts with their latest result
         * @description One entry a query that has a completed run in the range, with its latest one. Ordered by executedAt,
         *     latest first, then query id. `total` counts all matching queries before limit and offset. A copy is kept
         *     by `updated_since`: only what is new or changed, and the ids of what left.
         */
        post: operations["reportQueries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/reports/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mentions of brands, with their sources, by URL
         * @description The report of `POST /api/customer/v1/reports/mentions` for what can call a URL: a browser, a spreadsheet's import function, a BI tool.
         *     The answer has an ETag: with `If-None-Match` it is 304 where nothing has changed, and cheap.
         */
        get: operations["reportMentionsByUrl"];
        put?: never;
        /**
         * Mentions of brands, with their sources
         * @description One entry a run that names its query's brand and distinct source the answer cites; one with
         *     `sourceType: AI_ANSWER` and no URL where it cites none. Ordered by discoveredAt, latest first, then id.
         *     `total` counts all matching mentions before limit and offset. A copy is kept by `updated_since`: only what
         *     is new or changed, and the ids of what left.
         */
        post: operations["reportMentions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run behind a report
         * @description The evidence of a number: the answer, who it names where and how favourably, what it cites, and which version of the
         *     extraction and of the names read it, as `GET /api/runs/{id}` gives it to members. The reports name runs by their id
         *     (`latestResult.runId`). It is of this moment, not of a snapshot: an answer that was read again since is as it was
         *     read last. A key that is limited to brands gets 404 for runs of others, and no observations of others.
         */
        get: operations["getReportRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the subscription
         * @description Your plan, its quotas and what is in use of each, counted now.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the plan
         * @description The operator decides by PLAN_CHANGE who may: with `operator` (the default) nobody by this operation, 403; with
         *     `owner` an OWNER. A smaller plan that does not hold what is in use is 409, naming what is over. API keys follow
         *     within 5 s.
         */
        patch: operations["changePlan"];
        trace?: never;
    };
    "/api/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plans
         * @description All plans with their quotas, smallest first.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/citations/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how often a brand's website is cited
         * @description Over completed runs of a brand in the range, as they are stored now: how many answers cite its website and name it,
         *     cite it without naming the brand, name the brand without citing it, or neither; and how many cite each kind of source.
         */
        get: operations["getCitationOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/citations/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the domains that answers cite
         * @description Over completed runs in the range, as they are stored now: by the number of answers that cite the domain, most
         *     first, then by name. The source type and name of a domain are those most of its citations have.
         */
        get: operations["listCitedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/citations/urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the URLs that answers cite
         * @description Over completed runs in the range, as they are stored now: by the number of answers that cite the URL, most
         *     first, then by the URL (its first 500 characters). Title, source type and name are those most of its citations have.
         */
        get: operations["listCitedUrls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/citations/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List citation campaigns
         * @description Newest first.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Start a citation campaign
         * @description Its progress counts the URLs that answers to the brand's prompts cite for the first time at or after its start,
         *     and not after it was closed, of these sources: REVIEW_GENERATION, source type REVIEW; REDDIT_ENGAGEMENT,
         *     reddit.com and its subdomains; MEDIA_OUTREACH, source types ARTICLE and VIDEO. The times are those at which
         *     the prompts were run.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/citations/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a citation campaign
         * @description One campaign of your organisation, with its progress as it is now.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a citation campaign
         * @description Fields that are not sent stay as they are.
         */
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/api/citations/campaigns/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a citation campaign
         * @description From ACTIVE to CLOSED, for good: answers to later runs no longer count. Closing it twice is a conflict.
         */
        post: operations["closeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/briefs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List content briefs
         * @description Newest first, without their findings.
         */
        get: operations["listBriefs"];
        put?: never;
        /**
         * Make a content brief from the answers
         * @description Looks at the latest answer to each of the brand's prompts that hold a word of the topic (`scope: TOPIC`), or to
         *     all its prompts where none does (`scope: ALL_PROMPTS`): where the brand is not named, who is named instead,
         *     which sources are cited, and what a page would have to answer. Nothing is in it that is not in the answers; it
         *     is kept as it was made. Briefs and drafts made in a UTC month count towards the plan's quota.
         */
        post: operations["createBrief"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/briefs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a content brief
         * @description One brief of your organisation.
         */
        get: operations["getBrief"];
        put?: never;
        post?: never;
        /**
         * Delete a content brief
         * @description Drafts made from it stay, without it. The month's quota is not given back.
         */
        delete: operations["deleteBrief"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drafts
         * @description Newest first, without their text.
         */
        get: operations["listDrafts"];
        put?: never;
        /**
         * Create a draft
         * @description Its text is its version 1. Briefs and drafts made in a UTC month count towards the plan's quota.
         */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a draft
         * @description One draft of your organisation, with its text.
         */
        get: operations["getDraft"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a draft
         * @description Fields that are not sent stay as they are. `version` is the one the changes were made on: another one by now is a conflict. A
         *     change of title or text makes a new version and keeps those before it; a change of state does not.
         */
        patch: operations["updateDraft"];
        trace?: never;
    };
    "/api/content/drafts/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a draft
         * @description Newest first, without their text.
         */
        get: operations["listDraftVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/content/drafts/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a draft
         * @description Title and text as they were.
         */
        get: operations["getDraftVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stored schema.org markup
         * @description Newest first, without the JSON-LD.
         */
        get: operations["listSchemas"];
        put?: never;
        /**
         * Keep schema.org markup of a brand
         * @description It must hold an object of its type and have no ERROR findings (see validateSchema); the first one is the message
         *     of the 400.
         *     The body may have 262,144 bytes and nest 32 levels deep.
         */
        post: operations["createSchema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schema/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make schema.org JSON-LD for a brand
         * @description The caller's fields as they are (objects without `@type` get the usual one of their property), the rest from
         *     what is known of the brand: name, website, description. A field that is null is left out. Nothing is kept;
         *     `findings` is what validateSchema would say.
         *     The body may have 262,144 bytes and nest 32 levels deep.
         */
        post: operations["generateSchema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schema/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate schema.org JSON-LD
         * @description Checks `@context` and `@type`, required and recommended properties, the formats of URLs and dates, and the
         *     types of nested objects, for Organization, Product, FAQPage, Article, LocalBusiness, WebSite, their common
         *     subtypes and what is nested in them. Other types get a warning. An object, an array of objects or a `@graph`.
         *     The body may have 262,144 bytes and nest 32 levels deep.
         */
        post: operations["validateSchema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schema/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get stored schema.org markup
         * @description With what could still be better about it.
         */
        get: operations["getSchema"];
        put?: never;
        post?: never;
        /**
         * Delete stored schema.org markup
         * @description It is gone for good.
         */
        delete: operations["deleteSchema"];
        options?: never;
        head?: never;
        /**
         * Change stored schema.org markup
         * @description Fields that are not sent stay as they are; the result is checked as by createSchema.
         *     The body may have 262,144 bytes and nest 32 levels deep.
         */
        patch: operations["updateSchema"];
        trace?: never;
    };
    "/api/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert rules
         * @description The oldest first.
         */
        get: operations["listAlertRules"];
        put?: never;
        /**
         * Create an alert rule
         * @description Evaluated after each snapshot and each new day (UTC) on the last `windowDays` whole days, which end yesterday: a
         *     part of a day would look like a drop. They are compared with the same weekdays before, `windowDays` rounded up to
         *     whole weeks earlier. What `threshold` means, and its bounds:
         *
         *     - VISIBILITY_DROP: by how many percentage points the brand's visibility falls at least; above 0, up to 100.
         *     - COMPETITOR_CHANGE: by how many percentage points a competitor's visibility moves at least, up or down; above
         *       0, up to 100. `competitorId` narrows it to one; no other type takes it.
         *     - NEGATIVE_SENTIMENT: the brand's mean sentiment is this or lower; 0 to 100, 50 is neutral. Answers without a score
         *       count nowhere. Where rules, not a model, made most of the scores, the alert says so; `evidence.sentimentReaders`
         *       counts them.
         *     - NEW_MENTION: so many mentions of the brand are new at least; a whole number, 1 to 100000.
         *
         *     A change that may be chance raises no alert, however large: the evidence holds the test. It takes prompts, not
         *     runs, for independent, because the answers to one prompt resemble each other from day to day. So it needs
         *     answers to two prompts in both windows, better to ten; one prompt does where it runs five times a day. NEW_MENTION
         *     counts, without a test.
         *
         *     A rule has one ACTIVE alert at most. It is resolved when the change is less than half the threshold (a sentiment:
         *     more than 2.5 above it), or did not trigger on two days in a row. Then the rule raises nothing until those days
         *     are the ones it compares with. It is sent to webhooks, and to Slack where an integration is active.
         */
        post: operations["createAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alert-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert rule
         * @description One rule of your organisation.
         */
        get: operations["getAlertRule"];
        put?: never;
        post?: never;
        /**
         * Delete an alert rule
         * @description Its alerts stay, to be looked up and resolved. A rule also goes with its competitor.
         */
        delete: operations["deleteAlertRule"];
        options?: never;
        head?: never;
        /**
         * Change an alert rule
         * @description Fields that are not sent stay as they are; brand and type cannot be changed. Existing alerts stay as they are.
         */
        patch: operations["updateAlertRule"];
        trace?: never;
    };
    "/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description The latest first.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert
         * @description One alert of your organisation, with the numbers that triggered it.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an alert
         * @description Marks an alert as being looked after; it stays ACTIVE. A second acknowledgement changes nothing. A resolved alert is
         *     409.
         */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an alert
         * @description Changes an alert from ACTIVE to RESOLVED. Its rule can trigger again, but not by the same days: only once they are the
         *     ones it compares with. Webhooks get `alert.resolved`. An alert that is already resolved is 409.
         */
        post: operations["resolveAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The oldest first. Secrets are not shown.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description The answer shows `secret`, this once: with it the receiver verifies the signatures (Standard Webhooks). The URL
         *     must be http or https at a public address, without user name and password; a name that does not resolve yet is
         *     taken, and every connection is checked again. Without `events` it is subscribed to all.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description One webhook of your organisation, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Its deliveries go with it; those that wait are not made.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Fields that are not sent stay as they are. One that is off is sent nothing: what waits is FAILED, and events pass it by. Switching one
         *     on clears why the sender had switched it off.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description The answer shows the new secret, this once. For `overlapMinutes` deliveries are signed with the old one too, so
         *     that the receiver can change over; with 0 it ends at once, and so does one from a rotation before.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook
         * @description Sends a `webhook.test` message, whichever events the webhook is subscribed to. A webhook that is switched off is 409.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay the deliveries of a time
         * @description Makes a new delivery of each message whose latest delivery is from that time and in that state (FAILED by
         *     default), the oldest first, 1000 a call: repeat it while `remaining` is above 0. With FAILED, what waits for a
         *     retry is tried now, under the same id; that is its next try. A webhook that is off is 409.
         */
        post: operations["replayWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description The latest first.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery of a webhook
         * @description With the body that is sent and each attempt: what the receiver answered, headers, and how the body begins.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description A new delivery of the same message, under its id, to the webhook as it is now. Where a delivery of it waits for
         *     a retry, that one is tried now instead, and is the answer, with 200. A webhook that is off, and a message that is
         *     being sent just now, is 409.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations
         * @description By type. Secrets are not shown.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration
         * @description One a type; a second is 409. The fields of `config`:
         *
         *     - an AI platform: `apiKey` (required), `baseUrl` (the platform's own by default), `model`, `dailySpendLimit`,
         *       `stance` (one integration of an organisation may have it on; a second is 409);
         *     - SLACK: `webhookUrl` (required). It gets a message for each alert that is raised or resolved, retried as
         *       webhook deliveries are; where Slack responds 403, 404 or 410, `lastCheck` shows it.
         *
         *     `apiKey` and `webhookUrl` are stored encrypted and never shown again, except their last four characters.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration
         * @description One integration of your organisation, without its secret.
         */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Its secret is gone with it.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        /**
         * Change an integration
         * @description Fields that are not sent stay as they are, in `config` too: the secret until another is sent. null takes a field of `config` back to
         *     its default. A key is for one host: who changes the host of `baseUrl` sends `apiKey` again. `stance` is 409 where another
         *     integration reads stance. What was stored before it was switched on is read only when the operator asks for it
         *     (`cli reextract --stance`).
         */
        patch: operations["updateIntegration"];
        trace?: never;
    };
    "/api/integrations/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether an integration works
         * @description Asks the platform for something small that needs the key, for 10 seconds at most, and keeps the result. To SLACK
         *     no message is sent: only the form of its URL is looked at.
         */
        post: operations["checkIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{id}/stance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the reading of stance is
         * @description Of an AI platform's integration: answers that are to be read, were read or keep the scores by rules, and what it
         *     cost today. Not found for SLACK.
         */
        get: operations["getStanceState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Visibility, sentiment and position of each brand, by URL, for members
         * @description The report of `POST /api/reports/brands` for what can call a URL: a browser, a spreadsheet's import function, a BI tool.
         *     The answer has an ETag: with `If-None-Match` it is 304 where nothing has changed, and cheap.
         */
        get: operations["getBrandsReportByUrl"];
        put?: never;
        /**
         * Visibility, sentiment and position of each brand, for members
         * @description The report of `POST /api/customer/v1/reports/brands` with a login token, on every plan.
         */
        post: operations["getBrandsReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prompts with their latest result, by URL, for members
         * @description The report of `POST /api/reports/queries` for what can call a URL: a browser, a spreadsheet's import function, a BI tool.
         *     The answer has an ETag: with `If-None-Match` it is 304 where nothing has changed, and cheap.
         */
        get: operations["getQueriesReportByUrl"];
        put?: never;
        /**
         * Prompts with their latest result, for members
         * @description The report of `POST /api/customer/v1/reports/queries` with a login token, on every plan.
         */
        post: operations["getQueriesReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mentions of brands, with their sources, by URL, for members
         * @description The report of `POST /api/reports/mentions` for what can call a URL: a browser, a spreadsheet's import function, a BI tool.
         *     The answer has an ETag: with `If-None-Match` it is 304 where nothing has changed, and cheap.
         */
        get: operations["getMentionsReportByUrl"];
        put?: never;
        /**
         * Mentions of brands, with their sources, for members
         * @description The report of `POST /api/customer/v1/reports/mentions` with a login token, on every plan.
         */
        post: operations["getMentionsReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/breaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what changed under a brand's numbers
         * @description For charts and verdicts: a number that moves on such a day may have moved because of it. One entry a day and kind, and
         *     platform where it is of one, the latest day first; those of a day by kind, then platform. Names as the audit log has
         *     them, prompts by when they were created and archived, answers that were read again by when that was, the others by when
         *     the answers were given.
         */
        get: operations["listBreaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/breaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what changed under a brand's numbers, by API key
         * @description The same as `GET /api/breaks`. A key that is limited to brands gets none for others.
         */
        get: operations["getReportBreaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List brands with their competitors, by API key
         * @description The brands of the reports, by name, as `GET /api/brands` lists them for members, each with its competitors. A key that
         *     is limited to brands gets these alone.
         */
        get: operations["listReportBrands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompts, by API key
         * @description The prompts behind the reports, one entry a text and platform, as `GET /api/queries` lists them for members. A key that is
         *     limited to brands gets theirs alone.
         */
        get: operations["listReportPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How completely prompts were run, by API key
         * @description The same as `GET /api/coverage`. A key that is limited to brands gets their runs alone.
         */
        get: operations["getReportCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask as an AI agent (Model Context Protocol)
         * @description The Model Context Protocol over Streamable HTTP, for AI agents: eight tools that read what reports, prompts, answers and
         *     coverage hold (`list_brands`, `list_prompts`, `report_brands`, `report_queries`, `report_mentions`, `compare_periods`,
         *     `get_answer`, `get_coverage`), and as resources this contract and the definitions of the measures. Protocols up to
         *     2025-11-25 (by `initialize`) and 2026-07-28 (without) are served. It is stateless: there is no session id, each POST
         *     stands alone and is answered as JSON; GET and DELETE are 405.
         *
         *     A key is sent as `X-API-Key` or as `Authorization: Bearer sl_live_…`; both at once must be the same. One POST counts as
         *     one request towards the limits, whatever its tool reads. One message a POST: a batch is refused. What is no valid
         *     JSON-RPC, or names an unknown method, gets an error of JSON-RPC; what the server refuses before (credentials, limits,
         *     size, JSON that cannot be read) an `Error`, as everywhere. Arguments that a tool refuses are a result with `isError`,
         *     whose text names each field and the fix. A browser's page of another origin is refused with 403 unless `CORS_ORIGINS`
         *     names it.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pins
         * @description Latest first.
         */
        get: operations["listPins"];
        put?: never;
        /**
         * Pin a snapshot
         * @description Keeps the organisation's rows of a snapshot, so that a report of record stays the same, byte for byte, for up to 400
         *     days: reports with the pin's name or id in `X-Snapshot-Id` are answered from the pin's own files, whatever is
         *     ingested, renamed, corrected or read again by another version of the extraction since
         *     (`extractionVersions` says which had read its answers). Ask `GET /api/pins/{id}` until it is READY. Pins share the files of months that
         *     did not change. An organisation's plan limits how many it has (402), and PINS_MB what their files hold (4096 MB: 409;
         *     one that grows past it FAILS); those of all organisations hold PINS_TOTAL_MB at most (32768 MB): more is 503. What
         *     is removed from the database (answers past their retention, the organisation itself) is removed from pins too; such
         *     a pin has `touchedAt`. A server that makes reports from Postgres (REPORT_ENGINE=postgres) has no pins: 503.
         */
        post: operations["createPin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pins/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pin
         * @description Its state. It is gone (404) once it expired.
         */
        get: operations["getPin"];
        put?: never;
        post?: never;
        /**
         * Delete a pin
         * @description Its files are removed, but for those that other pins have too. Reports that name it are 410 from then on.
         */
        delete: operations["deletePin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Latest first.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Export a report to a file
         * @description All rows of a report, broken down as the report itself can be, made from the snapshot that is current when the export begins; a server makes one at a time. Ask
         *     `GET /api/reports/exports/{id}` for its state, then download it. An organisation keeps at most 100 exports, whose
         *     files hold 2048 MB at most (EXPORTS_MB): more is 409, which names the oldest. One whose file grows past that FAILS
         *     and leaves none. The files of all organisations hold 16384 MB at most (EXPORTS_TOTAL_MB): more is 503. A server that makes reports from Postgres (REPORT_ENGINE=postgres) has no exports: 503.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description Its state and progress. It is gone (404) once it expired.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Delete an export
         * @description Its file is removed; one that is being made is stopped. An export of all data needs the role OWNER.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/exports/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an export
         * @description The file as it is. An export of all data needs the role OWNER. 409 while it is not completed.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organisation/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export all data of the organisation
         * @description One line of NDJSON a row of every table that holds data of the organisation: `{"table": …, "row": {…}}`, with the
         *     columns of the database. Secrets and their hashes are left out. An export like any other: the same operations
         *     show, download and delete it.
         */
        post: operations["createDataExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A page in HTML
         * @example <!doctype html><html lang="en"><title>Sightline</title></html>
         */
        HtmlPage: string;
        /**
         * @description Stable code of an error
         * @example validation_error
         * @enum {string}
         */
        ErrorCode: "validation_error" | "malformed_request" | "unauthorized" | "subscription_required" | "quota_exceeded" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "unprocessable" | "snapshot_gone" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "request_timeout" | "headers_too_large" | "internal" | "unavailable";
        /**
         * @description The organisation's plan. The reports by API key need CUSTOM.
         * @example CUSTOM
         * @enum {string}
         */
        Plan: "FREE" | "STARTER" | "GROWTH" | "CUSTOM";
        /**
         * @description What is wrong with one field of a request
         * @example {
         *       "field": "limit",
         *       "message": "limit must be 10000 or less."
         *     }
         */
        Finding: {
            /**
             * @description The field or parameter, such as `citations[0].url`; empty for the body as a whole
             * @example limit
             */
            field: string;
            /**
             * @description What is wrong with it and the fix
             * @example limit must be 10000 or less.
             */
            message: string;
        };
        /**
         * @description What went wrong, and how to mend it
         * @example {
         *       "error": "validation_error",
         *       "message": "limit must be 10000 or less.",
         *       "details": [
         *         {
         *           "field": "limit",
         *           "message": "limit must be 10000 or less."
         *         },
         *         {
         *           "field": "brandid",
         *           "message": "\"brandid\" is not a field. Did you mean \"brand_id\"?"
         *         }
         *       ]
         *     }
         */
        Error: {
            error: components["schemas"]["ErrorCode"];
            /**
             * @description What is wrong, which field, and the fix
             * @example limit must be 10000 or less.
             */
            message?: string;
            /**
             * @description On quota errors: current usage
             * @example 3
             */
            currentUsage?: number;
            /**
             * @description On quota errors: the quota
             * @example 3
             */
            limit?: number;
            plan?: components["schemas"]["Plan"];
            /**
             * @description On validation errors: all that is wrong, at most 20 findings, the first as in `message`. A body over 16 KiB gets its first findings alone. Rules beyond the schemas are checked only where these hold.
             * @example [
             *       {
             *         "field": "limit",
             *         "message": "limit must be 10000 or less."
             *       }
             *     ]
             */
            details?: components["schemas"]["Finding"][];
            /**
             * @description On validation errors: how many findings were left out of `details`; absent where none was
             * @example 3
             */
            detailsOmitted?: number;
        };
        /**
         * @description The text of the file
         * @example export {};
         */
        AssetFile: string;
        /**
         * @description State of this server
         * @example {
         *       "status": "ok",
         *       "version": "0.1.0",
         *       "registration": "invite",
         *       "snapshot": {
         *         "id": "20261120T081500123Z-4f2a91",
         *         "ageSeconds": 12.5
         *       }
         *     }
         */
        Health: {
            /**
             * @description Always ok when it answers
             * @example ok
             * @enum {string}
             */
            status: "ok";
            /**
             * @description Version of the program
             * @example 0.1.0
             */
            version: string;
            /**
             * @description Who may join: people with an invitation, also anybody with an organisation of their own, or nobody
             * @example invite
             * @enum {string}
             */
            registration: "invite" | "open" | "off";
            /**
             * @description The snapshot that is served; null before the first one
             * @example {
             *       "id": "20261120T081430456Z-90ab3c",
             *       "ageSeconds": 42
             *     }
             */
            snapshot: {
                /**
                 * @description Id of the snapshot
                 * @example 20261120T081500123Z-4f2a91
                 */
                id: string;
                /**
                 * @description Seconds since the data was last known to be complete
                 * @example 12.5
                 */
                ageSeconds: number;
            } | null;
        };
        /**
         * @description How one part of the server is
         * @example {
         *       "status": "ok"
         *     }
         */
        Check: {
            /**
             * @description Whether it works
             * @example failing
             * @enum {string}
             */
            status: "ok" | "failing";
            /**
             * @description What is wrong; only where it is failing
             * @example The database cannot be reached. Try again shortly.
             */
            reason?: string;
        };
        /**
         * @description How the snapshot is that reports are made from
         * @example {
         *       "status": "failing",
         *       "reason": "It is older than 150 s: exports fail or take too long.",
         *       "ageSeconds": 611.2
         *     }
         */
        SnapshotCheck: {
            /**
             * @description Whether it works
             * @example failing
             * @enum {string}
             */
            status: "ok" | "failing";
            /**
             * @description What is wrong; only where it is failing
             * @example The database cannot be reached. Try again shortly.
             */
            reason?: string;
            /**
             * @description Seconds since the data was last known to be complete
             * @example 12.5
             */
            ageSeconds: number;
        };
        /**
         * @description Whether reports can be answered, and how the parts of the server are
         * @example {
         *       "status": "ready",
         *       "checks": {
         *         "writes": {
         *           "status": "ok"
         *         },
         *         "snapshot": {
         *           "status": "ok",
         *           "ageSeconds": 12.5
         *         }
         *       }
         *     }
         */
        Readiness: {
            /**
             * @description Always ready when the status is 200
             * @example ready
             * @enum {string}
             */
            status: "ready";
            /**
             * @description The parts, each ok or failing; more may be added
             * @example {
             *       "writes": {
             *         "status": "failing",
             *         "reason": "The database cannot be reached. Try again shortly."
             *       },
             *       "snapshot": {
             *         "status": "ok",
             *         "ageSeconds": 12.5
             *       }
             *     }
             */
            checks: {
                writes: components["schemas"]["Check"];
                snapshot: components["schemas"]["SnapshotCheck"];
            };
        };
        /**
         * @description An OpenAPI 3.0.3 document
         * @example {
         *       "openapi": "3.0.3",
         *       "info": {
         *         "title": "Sightline",
         *         "version": "1.0.0"
         *       },
         *       "paths": {}
         *     }
         */
        OpenapiDocument: {
            /**
             * @description Version of OpenAPI
             * @example 3.0.3
             */
            openapi: string;
            /**
             * @description Title and version of this contract
             * @example {
             *       "title": "Sightline",
             *       "version": "1.0.0"
             *     }
             */
            info: Record<string, never>;
            /**
             * @description The operations by path
             * @example {}
             */
            paths: Record<string, never>;
        };
        /**
         * @description How the client keeps the refresh token. `body`: the answer holds it. `cookie`: for pages of this server; the browser
         *     keeps it in the cookie `sightline_refresh` (HttpOnly, SameSite=Strict), which no script can read, and the answer's
         *     `refreshToken` is null. A page of another origin gets 403.
         * @default body
         * @example body
         * @enum {string}
         */
        SessionWay: "body" | "cookie";
        /**
         * @description Credentials of a member
         * @example {
         *       "email": "owner@example.com",
         *       "password": "correct horse battery staple"
         *     }
         */
        Login: {
            /**
             * @description Email address of the account
             * @example owner@example.com
             */
            email: string;
            /**
             * @description Password of the account
             * @example correct horse battery staple
             */
            password: string;
            session?: components["schemas"]["SessionWay"];
        };
        /**
         * @description An access token and the refresh token that follows it
         * @example {
         *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
         *       "refreshToken": "slr_Zk3Jd0oYf1w2",
         *       "expiresIn": 3600,
         *       "tokenType": "Bearer"
         *     }
         */
        Tokens: {
            /**
             * @description JWT for the header Authorization: Bearer
             * @example eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl
             */
            accessToken: string;
            /**
             * @description Works once, at POST /api/auth/refresh, or again within 15 s where the answer was lost; null where a cookie holds it (`session: cookie`)
             * @example slr_Zk3Jd0oYf1w2
             */
            refreshToken: string | null;
            /**
             * @description Seconds until the access token expires
             * @example 3600
             */
            expiresIn: number;
            /**
             * @description How to send the access token
             * @example Bearer
             * @enum {string}
             */
            tokenType: "Bearer";
        };
        /**
         * @description A refresh token; none for the one in the cookie `sightline_refresh`
         * @example {
         *       "refreshToken": "slr_Zk3Jd0oYf1w2"
         *     }
         */
        Refresh: {
            /**
             * @description The latest refresh token of a login; absent: the one in the cookie
             * @example slr_Zk3Jd0oYf1w2
             */
            refreshToken?: string;
        };
        /**
         * @description A new organisation and its owner
         * @example {
         *       "organisationName": "Lumenfold Ltd",
         *       "email": "owner@example.com",
         *       "password": "correct horse battery staple"
         *     }
         */
        Registration: {
            /**
             * Format: name
             * @description Name of the organisation
             * @example Lumenfold Ltd
             */
            organisationName: string;
            /**
             * Format: email
             * @description Email address of its owner
             * @example owner@example.com
             */
            email: string;
            /**
             * @description Password of the new account, at least 10 characters
             * @example correct horse battery staple
             */
            password: string;
            session?: components["schemas"]["SessionWay"];
        };
        /**
         * @description What ends
         * @example {
         *       "everywhere": true
         *     }
         */
        Logout: {
            /**
             * @description Ends all logins of the account, in all organisations, instead of this one alone
             * @default false
             * @example true
             */
            everywhere?: boolean;
        };
        /**
         * @description An account
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000051",
         *       "email": "owner@example.com",
         *       "createdAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        User: {
            /**
             * @description Id of the account
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            id: string;
            /**
             * @description Its email address
             * @example owner@example.com
             */
            email: string;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description An organisation
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000041",
         *       "name": "Lumenfold Ltd",
         *       "plan": "CUSTOM",
         *       "isDemo": false,
         *       "createdAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Organisation: {
            /**
             * @description Id of the organisation
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            id: string;
            /**
             * @description Its name
             * @example Lumenfold Ltd
             */
            name: string;
            plan: components["schemas"]["Plan"];
            /**
             * @description Whether its data is invented
             * @example false
             */
            isDemo: boolean;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description What a member may do. Each role may do all that those after it may.
         * @example MEMBER
         * @enum {string}
         */
        MemberRole: "OWNER" | "ADMIN" | "MEMBER" | "VIEWER";
        /**
         * @description An organisation of an account, and the role there
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000041",
         *       "name": "Lumenfold Ltd",
         *       "role": "OWNER"
         *     }
         */
        OrganisationRole: {
            /**
             * @description Id of the organisation
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            id: string;
            /**
             * @description Its name
             * @example Lumenfold Ltd
             */
            name: string;
            role: components["schemas"]["MemberRole"];
        };
        /**
         * @description The account behind a token, and what it is logged in to
         * @example {
         *       "user": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000051",
         *         "email": "owner@example.com",
         *         "createdAt": "2026-11-19T09:30:00.000Z"
         *       },
         *       "organisation": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000041",
         *         "name": "Lumenfold Ltd",
         *         "plan": "CUSTOM",
         *         "isDemo": false,
         *         "createdAt": "2026-11-19T09:30:00.000Z"
         *       },
         *       "role": "OWNER",
         *       "organisations": [
         *         {
         *           "id": "019aa0c4-7f00-7000-8000-000000000041",
         *           "name": "Lumenfold Ltd",
         *           "role": "OWNER"
         *         }
         *       ]
         *     }
         */
        Me: {
            user: components["schemas"]["User"];
            organisation: components["schemas"]["Organisation"];
            role: components["schemas"]["MemberRole"];
            /**
             * @description All organisations of the account, oldest membership first
             * @example []
             */
            organisations: components["schemas"]["OrganisationRole"][];
        };
        /**
         * @description The current password and the new one
         * @example {
         *       "currentPassword": "correct horse battery staple",
         *       "newPassword": "incorrect donkey battery staple"
         *     }
         */
        PasswordChange: {
            /**
             * @description The password so far
             * @example correct horse battery staple
             */
            currentPassword: string;
            /**
             * @description The password from now on, at least 10 characters
             * @example incorrect donkey battery staple
             */
            newPassword: string;
        };
        /**
         * @description Which organisation to log in to
         * @example {
         *       "organisationId": "019aa0c4-7f00-7000-8000-000000000042"
         *     }
         */
        OrganisationSwitch: {
            /**
             * @description One of the organisations of GET /api/auth/me
             * @example 019aa0c4-7f00-7000-8000-000000000042
             */
            organisationId: string;
            session?: components["schemas"]["SessionWay"];
        };
        /**
         * @description An invitation and the password of the invited account
         * @example {
         *       "token": "sli_019aa0c47f0070008000000000000041_Zk3Jd0oYf1w2",
         *       "password": "correct horse battery staple"
         *     }
         */
        InvitationAcceptance: {
            /**
             * @description The token that the invitation was made with
             * @example sli_019aa0c47f0070008000000000000041_Zk3Jd0oYf1w2
             */
            token: string;
            /**
             * @description Password of the account; of a new one, at least 10 characters
             * @example correct horse battery staple
             */
            password: string;
            session?: components["schemas"]["SessionWay"];
        };
        /**
         * @description What to change of the organisation
         * @example {
         *       "name": "Lumenfold Ltd"
         *     }
         */
        OrganisationUpdate: {
            /**
             * Format: name
             * @description Its name
             * @example Lumenfold Ltd
             */
            name: string;
        };
        /**
         * @description A member of the organisation
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000051",
         *       "email": "ada@example.com",
         *       "role": "MEMBER",
         *       "createdAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Member: {
            /**
             * @description Id of the account
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            id: string;
            /**
             * @description Its email address
             * @example ada@example.com
             */
            email: string;
            role: components["schemas"]["MemberRole"];
            /**
             * Format: date-time
             * @description When it became a member
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description The cursor of the page after this one: send it as `after`. null where this is the last page
         * @example null
         */
        Next: string | null;
        /**
         * @description A page of members
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        MemberList: {
            /**
             * @description The members of this page
             * @example []
             */
            data: components["schemas"]["Member"][];
            /**
             * @description All matching members
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description What to change of a member
         * @example {
         *       "role": "MEMBER"
         *     }
         */
        MemberUpdate: {
            role: components["schemas"]["MemberRole"];
            /**
             * @description Below ADMIN: have the member's API keys become yours instead of revoking them
             * @default false
             * @example false
             */
            keepApiKeys?: boolean;
        };
        /**
         * @description What became of an invitation. REVOKED too when who made it was removed, or may not invite any more
         * @example PENDING
         * @enum {string}
         */
        InvitationState: "PENDING" | "ACCEPTED" | "REVOKED" | "EXPIRED";
        /**
         * @description An invitation into the organisation
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000061",
         *       "email": "ada@example.com",
         *       "role": "MEMBER",
         *       "state": "PENDING",
         *       "invitedBy": "019aa0c4-7f00-7000-8000-000000000051",
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "expiresAt": "2026-11-26T09:30:00.000Z"
         *     }
         */
        Invitation: {
            /**
             * @description Id of the invitation
             * @example 019aa0c4-7f00-7000-8000-000000000061
             */
            id: string;
            /**
             * @description Who is invited
             * @example ada@example.com
             */
            email: string;
            role: components["schemas"]["MemberRole"];
            state: components["schemas"]["InvitationState"];
            /**
             * @description Id of the account that invited
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            invitedBy: string;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it stops working
             * @example 2026-11-26T09:30:00.000Z
             */
            expiresAt: string;
        };
        /**
         * @description A page of invitations
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        InvitationList: {
            /**
             * @description The invitations of this page
             * @example []
             */
            data: components["schemas"]["Invitation"][];
            /**
             * @description All matching invitations
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description Whom to invite, as what
         * @example {
         *       "email": "ada@example.com",
         *       "role": "MEMBER"
         *     }
         */
        InvitationCreate: {
            /**
             * Format: email
             * @description Email address of who is invited
             * @example ada@example.com
             */
            email: string;
            role: components["schemas"]["MemberRole"];
        };
        /**
         * @description A new invitation with its token
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000061",
         *       "email": "ada@example.com",
         *       "role": "MEMBER",
         *       "state": "PENDING",
         *       "invitedBy": "019aa0c4-7f00-7000-8000-000000000051",
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "expiresAt": "2026-11-26T09:30:00.000Z",
         *       "token": "sli_019aa0c47f0070008000000000000041_Zk3Jd0oYf1w2"
         *     }
         */
        InvitationCreated: {
            /**
             * @description Id of the invitation
             * @example 019aa0c4-7f00-7000-8000-000000000061
             */
            id: string;
            /**
             * @description Who is invited
             * @example ada@example.com
             */
            email: string;
            role: components["schemas"]["MemberRole"];
            state: components["schemas"]["InvitationState"];
            /**
             * @description Id of the account that invited
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            invitedBy: string;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it stops working
             * @example 2026-11-26T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description Works once, at POST /api/auth/invitations/accept; shown here only
             * @example sli_019aa0c47f0070008000000000000041_Zk3Jd0oYf1w2
             */
            token: string;
        };
        /**
         * @description A change, and who made it
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000071",
         *       "at": "2026-11-19T09:30:00.000Z",
         *       "actorType": "USER",
         *       "actorId": "019aa0c4-7f00-7000-8000-000000000051",
         *       "actorEmail": "owner@example.com",
         *       "address": "192.0.2.17",
         *       "action": "createBrand",
         *       "targetType": "brand",
         *       "targetId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "details": {
         *         "name": "Lumenfold"
         *       }
         *     }
         */
        AuditEntry: {
            /**
             * @description Id of the entry
             * @example 019aa0c4-7f00-7000-8000-000000000071
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was changed
             * @example 2026-11-19T09:30:00.000Z
             */
            at: string;
            /**
             * @description Who changed it; SYSTEM: the server by itself
             * @example USER
             * @enum {string}
             */
            actorType: "USER" | "API_KEY" | "OPERATOR" | "SYSTEM";
            /**
             * @description Id of the user or API key
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            actorId: string;
            /**
             * @description Email address of the user, as long as there is the account
             * @example owner@example.com
             */
            actorEmail: string | null;
            /**
             * @description The network address it came from
             * @example 192.0.2.17
             */
            address: string | null;
            /**
             * @description The operationId of the change; the operator's by the command line that are no operation: createOrganisation, putBrands, resetPassword, reextract
             * @example createBrand
             */
            action: string;
            /**
             * @description What kind of resource was changed
             * @example brand
             */
            targetType: string;
            /**
             * @description Its id
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            targetId: string | null;
            /**
             * @description What was changed; never a secret
             * @example {
             *       "name": "Lumenfold"
             *     }
             */
            details: {
                [key: string]: unknown;
            };
        };
        /**
         * @description A page of the audit log
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        AuditLog: {
            /**
             * @description The entries of this page
             * @example []
             */
            data: components["schemas"]["AuditEntry"][];
            /**
             * @description All matching entries
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description Whether a key works
         * @example ACTIVE
         * @enum {string}
         */
        ApiKeyState: "ACTIVE" | "EXPIRED" | "REVOKED";
        /**
         * @description What a key may be used for
         * @example reports:read
         * @enum {string}
         */
        ApiKeyScope: "reports:read" | "runs:write";
        /**
         * @description What is known of an API key
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000081",
         *       "name": "Weekly report",
         *       "prefix": "sl_live_Zk3Jd0",
         *       "scopes": [
         *         "reports:read"
         *       ],
         *       "brandIds": null,
         *       "state": "ACTIVE",
         *       "replacedBy": null,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "expiresAt": null,
         *       "revokedAt": null,
         *       "revokedBecause": null,
         *       "createdBy": "019aa0c4-7f00-7000-8000-000000000051",
         *       "lastUsedAt": null
         *     }
         */
        ApiKey: {
            /**
             * @description Id of the key
             * @example 019aa0c4-7f00-7000-8000-000000000081
             */
            id: string;
            /**
             * @description What it is for
             * @example Weekly report
             */
            name: string;
            /**
             * @description Its first characters, to tell keys apart
             * @example sl_live_Zk3Jd0
             */
            prefix: string;
            /**
             * @description What it may be used for
             * @example [
             *       "reports:read"
             *     ]
             */
            scopes: components["schemas"]["ApiKeyScope"][];
            /**
             * @description The brands it is limited to; null: all
             * @example null
             */
            brandIds: string[] | null;
            state: components["schemas"]["ApiKeyState"];
            /**
             * @description Id of the key that takes over after a rotation
             * @example null
             */
            replacedBy: string | null;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it stops working; null: never
             * @example null
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked
             * @example null
             */
            revokedAt: string | null;
            /**
             * @description Why it was revoked without being asked for: who made it was removed from the organisation, or may not make keys any more; null otherwise
             * @example null
             * @enum {string|null}
             */
            revokedBecause: "MAKER_REMOVED" | "MAKER_DEMOTED" | null;
            /**
             * @description Id of the account that made it, or took it over; null: the operator
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When it was last used; known within a minute or two
             * @example null
             */
            lastUsedAt: string | null;
        };
        /**
         * @description A page of API keys
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        ApiKeyList: {
            /**
             * @description The keys of this page
             * @example []
             */
            data: components["schemas"]["ApiKey"][];
            /**
             * @description All matching keys
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A new API key
         * @example {
         *       "name": "Weekly report",
         *       "scopes": [
         *         "reports:read"
         *       ]
         *     }
         */
        ApiKeyCreate: {
            /**
             * @description What it is for
             * @example Weekly report
             */
            name: string;
            /**
             * @description What it may be used for; without it, reports:read
             * @example [
             *       "reports:read"
             *     ]
             */
            scopes?: components["schemas"]["ApiKeyScope"][];
            /**
             * @description The brands it is limited to; without it, or null: all
             * @example null
             */
            brandIds?: string[] | null;
            /**
             * Format: date-time
             * @description When it stops working, in the future; without it, or null: never
             * @example 2027-11-19T09:30:00Z
             */
            expiresAt?: string | null;
        };
        /**
         * @description A new API key, shown this once
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000081",
         *       "name": "Weekly report",
         *       "prefix": "sl_live_Zk3Jd0",
         *       "scopes": [
         *         "reports:read"
         *       ],
         *       "brandIds": null,
         *       "state": "ACTIVE",
         *       "replacedBy": null,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "expiresAt": null,
         *       "revokedAt": null,
         *       "revokedBecause": null,
         *       "createdBy": "019aa0c4-7f00-7000-8000-000000000051",
         *       "lastUsedAt": null,
         *       "key": "sl_live_000000000000000000000000000000000000"
         *     }
         */
        ApiKeyCreated: {
            /**
             * @description Id of the key
             * @example 019aa0c4-7f00-7000-8000-000000000081
             */
            id: string;
            /**
             * @description What it is for
             * @example Weekly report
             */
            name: string;
            /**
             * @description Its first characters, to tell keys apart
             * @example sl_live_Zk3Jd0
             */
            prefix: string;
            /**
             * @description What it may be used for
             * @example [
             *       "reports:read"
             *     ]
             */
            scopes: components["schemas"]["ApiKeyScope"][];
            /**
             * @description The brands it is limited to; null: all
             * @example null
             */
            brandIds: string[] | null;
            state: components["schemas"]["ApiKeyState"];
            /**
             * @description Id of the key that takes over after a rotation
             * @example null
             */
            replacedBy: string | null;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it stops working; null: never
             * @example null
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked
             * @example null
             */
            revokedAt: string | null;
            /**
             * @description Why it was revoked without being asked for: who made it was removed from the organisation, or may not make keys any more; null otherwise
             * @example null
             * @enum {string|null}
             */
            revokedBecause: "MAKER_REMOVED" | "MAKER_DEMOTED" | null;
            /**
             * @description Id of the account that made it, or took it over; null: the operator
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description When it was last used; known within a minute or two
             * @example null
             */
            lastUsedAt: string | null;
            /**
             * @description The key itself, for the header X-API-Key; shown here only
             * @example sl_live_000000000000000000000000000000000000
             */
            key: string;
        };
        /**
         * @description What to change of an API key
         * @example {
         *       "name": "Monthly report"
         *     }
         */
        ApiKeyUpdate: {
            /**
             * @description What it is for
             * @example Monthly report
             */
            name: string;
        };
        /**
         * @description How long the old key works on, and when the new one ends
         * @example {
         *       "overlapMinutes": 60
         *     }
         */
        ApiKeyRotation: {
            /**
             * @description Minutes for which the old key works on
             * @default 1440
             * @example 60
             */
            overlapMinutes?: number;
            /**
             * Format: date-time
             * @description When the new key stops working (null: never); without it, it lives as long as the old one was made for
             * @example null
             */
            expiresAt?: string | null;
        };
        /**
         * @description A brand whose visibility is tracked
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000011",
         *       "name": "Lumenfold",
         *       "website": "https://www.lumenfold.example",
         *       "description": "Reading lamps",
         *       "industry": "lighting",
         *       "aliases": [
         *         "Lumen Fold"
         *       ],
         *       "caseSensitive": [],
         *       "ignoredPhrases": [],
         *       "countInsideLongerNames": false,
         *       "archived": false,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Brand: {
            /**
             * @description Id of the brand
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            id: string;
            /**
             * @description Its name
             * @example Lumenfold
             */
            name: string;
            /**
             * @description Its website; citations of it are BRAND_SITE
             * @example https://www.lumenfold.example
             */
            website: string | null;
            /**
             * @description What it is
             * @example Reading lamps
             */
            description: string | null;
            /**
             * @description What it does
             * @example lighting
             */
            industry: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases: string[];
            /**
             * @description Its names that count in exactly this case only (names of two or three letters, all in capitals, and dictionary words, unless said otherwise)
             * @example []
             */
            caseSensitive: string[];
            /**
             * @description Phrases that hold one of its names and do not name it, in any letter case; one that is a spelling of a name forbids that spelling
             * @example [
             *       "lumenfold lines"
             *     ]
             */
            ignoredPhrases: string[];
            /**
             * @description Whether it is named, too, where its name stands inside a longer known name: with a known "Lumenfold Air", whether that text names Lumenfold as well
             * @example false
             */
            countInsideLongerNames: boolean;
            /**
             * @description Whether it is left out of lists and reports
             * @example false
             */
            archived: boolean;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of brands
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        BrandList: {
            /**
             * @description The brands of this page
             * @example []
             */
            data: components["schemas"]["Brand"][];
            /**
             * @description All matching brands
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A new brand
         * @example {
         *       "name": "Lumenfold",
         *       "website": "https://www.lumenfold.example",
         *       "industry": "lighting",
         *       "aliases": [
         *         "Lumen Fold"
         *       ]
         *     }
         */
        BrandCreate: {
            /**
             * Format: name
             * @description Its name, without the blanks around it; no other brand of the organisation may have it, in whatever case or width
             * @example Lumenfold
             */
            name: string;
            /**
             * Format: uri
             * @description Its website
             * @example https://www.lumenfold.example
             */
            website?: string | null;
            /**
             * @description What it is
             * @example Reading lamps
             */
            description?: string | null;
            /**
             * @description What it does
             * @example lighting
             */
            industry?: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only; without it, names of two or three letters, all in capitals, and dictionary words
             * @example []
             */
            caseSensitive?: string[];
            /**
             * @description Phrases that hold one of its names and do not name it, in any letter case (for a brand Target: target audience); a phrase that is one of its spellings forbids that spelling. Its name itself cannot be one
             * @example [
             *       "lumenfold lines"
             *     ]
             */
            ignoredPhrases?: string[];
            /**
             * @description False where it is not sent: whether it is named, too, where its name stands inside a longer known name: with a known "Lumenfold Air", whether that text names Lumenfold as well
             * @example false
             */
            countInsideLongerNames?: boolean;
        };
        /**
         * @description Changes of a brand; fields that are not sent stay as they are
         * @example {
         *       "aliases": [
         *         "Lumen Fold",
         *         "LumenFold"
         *       ]
         *     }
         */
        BrandUpdate: {
            /**
             * Format: name
             * @description Its name, without the blanks around it; no other brand of the organisation may have it, in whatever case or width
             * @example Lumenfold
             */
            name?: string;
            /**
             * Format: uri
             * @description Its website
             * @example https://www.lumenfold.example
             */
            website?: string | null;
            /**
             * @description What it is
             * @example Reading lamps
             */
            description?: string | null;
            /**
             * @description What it does
             * @example lighting
             */
            industry?: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only; without it, names of two or three letters, all in capitals, and dictionary words
             * @example []
             */
            caseSensitive?: string[];
            /**
             * @description Phrases that hold one of its names and do not name it, in any letter case (for a brand Target: target audience); a phrase that is one of its spellings forbids that spelling. Its name itself cannot be one
             * @example [
             *       "lumenfold lines"
             *     ]
             */
            ignoredPhrases?: string[];
            /**
             * @description Whether it is named, too, where its name stands inside a longer known name: with a known "Lumenfold Air", whether that text names Lumenfold as well
             * @example false
             */
            countInsideLongerNames?: boolean;
            /**
             * @description false takes it back into lists and reports
             * @example false
             */
            archived?: boolean;
        };
        /**
         * @description A competitor of a brand
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000021",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "name": "Gleamwell",
         *       "website": "https://gleamwell.example",
         *       "aliases": [],
         *       "caseSensitive": [],
         *       "ignoredPhrases": [],
         *       "countInsideLongerNames": false,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Competitor: {
            /**
             * @description Id of the competitor
             * @example 019aa0c4-7f00-7000-8000-000000000022
             */
            id: string;
            /**
             * @description Id of the brand it competes with
             * @example 019aa0c4-7f00-7000-8000-000000000012
             */
            brandId: string;
            /**
             * @description Its name
             * @example Gleamwell
             */
            name: string;
            /**
             * @description Its website; citations of it are COMPETITOR_SITE
             * @example https://gleamwell.example
             */
            website: string | null;
            /**
             * @description Other names that count as naming it
             * @example []
             */
            aliases: string[];
            /**
             * @description Its names that count in exactly this case only
             * @example []
             */
            caseSensitive: string[];
            /**
             * @description Phrases that hold one of its names and do not name it, in any letter case; one that is a spelling of a name forbids that spelling
             * @example [
             *       "gleamwell street"
             *     ]
             */
            ignoredPhrases: string[];
            /**
             * @description Whether it is named, too, where its name stands inside a longer known name: with a known "Gleamwell Mini", whether that text names Gleamwell as well
             * @example false
             */
            countInsideLongerNames: boolean;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of competitors
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        CompetitorList: {
            /**
             * @description The competitors of this page
             * @example []
             */
            data: components["schemas"]["Competitor"][];
            /**
             * @description All competitors of the brand
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A new competitor
         * @example {
         *       "name": "Gleamwell",
         *       "website": "https://gleamwell.example"
         *     }
         */
        CompetitorCreate: {
            /**
             * Format: name
             * @description Its name, without the blanks around it; no other competitor of the brand may have it, in whatever case or width
             * @example Gleamwell
             */
            name: string;
            /**
             * Format: uri
             * @description Its website
             * @example https://gleamwell.example
             */
            website?: string | null;
            /**
             * @description Other names that count as naming it
             * @example []
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only; without it, names of two or three letters, all in capitals, and dictionary words
             * @example []
             */
            caseSensitive?: string[];
            /**
             * @description Phrases that hold one of its names and do not name it, in any letter case (for a brand Target: target audience); a phrase that is one of its spellings forbids that spelling. Its name itself cannot be one
             * @example [
             *       "gleamwell street"
             *     ]
             */
            ignoredPhrases?: string[];
            /**
             * @description False where it is not sent: whether it is named, too, where its name stands inside a longer known name: with a known "Gleamwell Mini", whether that text names Gleamwell as well
             * @example false
             */
            countInsideLongerNames?: boolean;
        };
        /**
         * @description Changes of names to try on stored answers; fields that are not sent stay as they are
         * @example {
         *       "ignoredPhrases": [
         *         "lumenfold lines"
         *       ]
         *     }
         */
        NamesPreviewRequest: {
            /**
             * @description The competitor of the brand whose names they are; without it, they are those of the brand
             * @example 019aa0c4-7f00-7000-8000-000000000021
             */
            subjectId?: string;
            /**
             * Format: name
             * @description Its name, without the blanks around it
             * @example Lumenfold
             */
            name?: string;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only
             * @example []
             */
            caseSensitive?: string[];
            /**
             * @description Phrases that hold one of its names and do not name it
             * @example [
             *       "lumenfold lines"
             *     ]
             */
            ignoredPhrases?: string[];
            /**
             * @description Whether it is named, too, where its name stands inside a longer known name
             * @example false
             */
            countInsideLongerNames?: boolean;
            /**
             * @description The most answers to read; 200 where it is not sent
             * @example 200
             */
            answers?: number;
        };
        /**
         * @description How a name matched. `AS_ENTERED`: a name or alias as entered (letter case, accents and white space aside);
         *     `SPELLING`: another spelling of it (hyphen, space, "&", apostrophe, final period); `PLURAL`: with a plural -s;
         *     `LETTERS`: with letters written otherwise (ø, ß, ue); `AFFIX`: with what a language joins to a name (particle,
         *     article, case ending). null where nothing is named.
         * @example AS_ENTERED
         * @enum {string|null}
         */
        NamingRuleOrNull: "AS_ENTERED" | "SPELLING" | "PLURAL" | "LETTERS" | "AFFIX" | null;
        /**
         * @description An answer whose reading would change, with the naming that it has by one of the two
         * @example {
         *       "runId": "019aa0c4-7f00-7000-8000-000000000031",
         *       "executedAt": "2026-11-19T09:30:00.000Z",
         *       "snippet": "Lumenfold lines are a printing term.",
         *       "namedAs": "Lumenfold",
         *       "namingRule": "AS_ENTERED"
         *     }
         */
        NamesPreviewSample: {
            /**
             * @description Id of the run
             * @example 019aa0c4-7f00-7000-8000-000000000031
             */
            runId: string;
            /**
             * Format: date-time
             * @description When it was answered
             * @example 2026-11-19T09:30:00.000Z
             */
            executedAt: string;
            /**
             * @description The first sentence that names it
             * @example Lumenfold lines are a printing term.
             */
            snippet: string | null;
            /**
             * @description The name as it is written there
             * @example Lumenfold
             */
            namedAs: string | null;
            namingRule: components["schemas"]["NamingRuleOrNull"];
        };
        /**
         * @description What the changes would do to the latest answers that hold one of the names, by those that are stored or those of the
         *     draft. Both are read by the present version of the extraction; an answer that cannot be read is left out.
         * @example {
         *       "answersSearched": 412,
         *       "answersRead": 200,
         *       "isComplete": false,
         *       "namedBefore": 180,
         *       "namedAfter": 166,
         *       "gained": 0,
         *       "lost": 14,
         *       "gainedSamples": [],
         *       "lostSamples": [
         *         {
         *           "runId": "019aa0c4-7f00-7000-8000-000000000031",
         *           "executedAt": "2026-11-19T09:30:00.000Z",
         *           "snippet": "Lumenfold lines are a printing term.",
         *           "namedAs": "Lumenfold",
         *           "namingRule": "AS_ENTERED"
         *         }
         *       ]
         *     }
         */
        NamesPreview: {
            /**
             * @description Stored answers that were searched for the names, the latest first; at most 5,000
             * @example 412
             */
            answersSearched: number;
            /**
             * @description Those of them that hold one of the names
             * @example 200
             */
            answersRead: number;
            /**
             * @description Whether all stored answers were searched; false where the search ended at `answers`, at 5,000 or after five seconds
             * @example false
             */
            isComplete: boolean;
            /**
             * @description Answers that name it by the names that are stored
             * @example 180
             */
            namedBefore: number;
            /**
             * @description Answers that would name it by the draft
             * @example 166
             */
            namedAfter: number;
            /**
             * @description Answers that would name it and do not now
             * @example 0
             */
            gained: number;
            /**
             * @description Answers that name it now and would not
             * @example 14
             */
            lost: number;
            /**
             * @description The latest of those gained
             * @example []
             */
            gainedSamples: components["schemas"]["NamesPreviewSample"][];
            /**
             * @description The latest of those lost
             * @example []
             */
            lostSamples: components["schemas"]["NamesPreviewSample"][];
        };
        /**
         * @description The AI platform that gave an answer
         * @example CHATGPT
         * @enum {string}
         */
        Platform: "CHATGPT" | "CLAUDE" | "GEMINI" | "PERPLEXITY" | "GROK" | "DEEPSEEK" | "LLAMA";
        /**
         * @description A prompt that the brand may track
         * @example {
         *       "queryText": "What are the best brands for lighting?",
         *       "tag": "category",
         *       "branded": false,
         *       "isTracked": true,
         *       "platforms": [
         *         "CHATGPT"
         *       ]
         *     }
         */
        PromptSuggestion: {
            /**
             * @description The prompt
             * @example What are the best brands for lighting?
             */
            queryText: string;
            /**
             * @description What it asks about, to be the tag of its queries: the kind of product, choosing it, its price, brands beside each other, the brand itself
             * @example category
             * @enum {string}
             */
            tag: "category" | "problem" | "price" | "comparison" | "branded";
            /**
             * @description Whether its queries count as branded: its text names the brand
             * @example false
             */
            branded: boolean;
            /**
             * @description Whether the brand has a query of this text, in any case of its letters
             * @example true
             */
            isTracked: boolean;
            /**
             * @description The platforms of those queries
             * @example [
             *       "CHATGPT"
             *     ]
             */
            platforms: components["schemas"]["Platform"][];
        };
        /**
         * @description Prompts that the brand may track
         * @example {
         *       "data": [
         *         {
         *           "queryText": "What are the best brands for lighting?",
         *           "tag": "category",
         *           "branded": false,
         *           "isTracked": true,
         *           "platforms": [
         *             "CHATGPT"
         *           ]
         *         }
         *       ],
         *       "total": 1,
         *       "hint": null
         *     }
         */
        PromptSuggestions: {
            /**
             * @description The prompts by tag, about 20 where the brand has an industry and competitors
             * @example []
             */
            data: components["schemas"]["PromptSuggestion"][];
            /**
             * @description The number of prompts here
             * @example 21
             */
            total: number;
            /**
             * @description What to add to the brand for better suggestions; null where nothing is missing
             * @example Add competitors: prompts that compare with them are suggested then.
             */
            hint: string | null;
        };
        /**
         * @description A phrase of a name and the words beside it, which may not name the brand
         * @example {
         *       "phrase": "Lumenfold lines",
         *       "count": 14,
         *       "answers": 12,
         *       "samples": [
         *         "Lumenfold lines are a printing term."
         *       ]
         *     }
         */
        IgnoredPhraseSuggestion: {
            /**
             * @description The phrase, in its most frequent spelling
             * @example Lumenfold lines
             */
            phrase: string;
            /**
             * @description How often it stands in the sentences; of each the first ten places of the name are counted
             * @example 14
             */
            count: number;
            /**
             * @description In how many answers
             * @example 12
             */
            answers: number;
            /**
             * @description Sentences that hold it, of the latest answers
             * @example [
             *       "Lumenfold lines are a printing term."
             *     ]
             */
            samples: string[];
        };
        /**
         * @description Phrases that may be ones to ignore
         * @example {
         *       "data": [
         *         {
         *           "phrase": "Lumenfold lines",
         *           "count": 14,
         *           "answers": 12,
         *           "samples": [
         *             "Lumenfold lines are a printing term."
         *           ]
         *         }
         *       ],
         *       "total": 1
         *     }
         */
        IgnoredPhraseSuggestions: {
            /**
             * @description The phrases, the most frequent first
             * @example []
             */
            data: components["schemas"]["IgnoredPhraseSuggestion"][];
            /**
             * @description The number of phrases here
             * @example 1
             */
            total: number;
        };
        /**
         * @description How visible the brand or one of its competitors was in answers to the brand's queries
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000011",
         *       "name": "Lumenfold",
         *       "isBrand": true,
         *       "visibility": 66.67,
         *       "visibilityCount": 2,
         *       "visibilityTotal": 3,
         *       "sentiment": 81.25,
         *       "sentimentCount": 2,
         *       "position": 1.5,
         *       "positionCount": 2,
         *       "shareOfVoice": 50
         *     }
         */
        ComparisonRow: {
            /**
             * @description Id of the brand or competitor
             * @example 019aa0c4-7f00-7000-8000-000000000013
             */
            id: string;
            /**
             * @description Its name
             * @example Lumenfold
             */
            name: string;
            /**
             * @description Whether it is the brand itself
             * @example true
             */
            isBrand: boolean;
            /**
             * @description 100 × visibilityCount ÷ visibilityTotal; null without a run
             * @example 66.67
             */
            visibility: number | null;
            /**
             * @description Runs whose answer names it
             * @example 2
             */
            visibilityCount: number;
            /**
             * @description Completed runs of the brand's queries
             * @example 3
             */
            visibilityTotal: number;
            /**
             * @description Mean sentiment where it is named
             * @example 81.25
             */
            sentiment: number | null;
            /**
             * @description Runs behind sentiment
             * @example 2
             */
            sentimentCount: number;
            /**
             * @description Mean position where it is named
             * @example 1.5
             */
            position: number | null;
            /**
             * @description Runs behind position
             * @example 2
             */
            positionCount: number;
            /**
             * @description Its namings, as a percentage of those of the brand and all its competitors; null where none is named
             * @example 50
             */
            shareOfVoice: number | null;
        };
        /**
         * @description A brand beside its competitors
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        Comparison: {
            /**
             * @description The brand and its competitors
             * @example []
             */
            data: components["schemas"]["ComparisonRow"][];
            /**
             * @description The number of rows
             * @example 1
             */
            total: number;
        };
        /**
         * @description Changes of a competitor; fields that are not sent stay as they are
         * @example {
         *       "aliases": [
         *         "Gleam Well"
         *       ]
         *     }
         */
        CompetitorUpdate: {
            /**
             * Format: name
             * @description Its name, without the blanks around it; no other competitor of the brand may have it, in whatever case or width
             * @example Gleamwell
             */
            name?: string;
            /**
             * Format: uri
             * @description Its website
             * @example https://gleamwell.example
             */
            website?: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Gleam Well"
             *     ]
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only
             * @example []
             */
            caseSensitive?: string[];
            /**
             * @description Phrases that hold one of its names and do not name it, in any letter case (for a brand Target: target audience); a phrase that is one of its spellings forbids that spelling. Its name itself cannot be one
             * @example [
             *       "gleamwell street"
             *     ]
             */
            ignoredPhrases?: string[];
            /**
             * @description Whether it is named, too, where its name stands inside a longer known name: with a known "Gleamwell Mini", whether that text names Gleamwell as well
             * @example false
             */
            countInsideLongerNames?: boolean;
        };
        /**
         * @description How often it is run from scheduledAt on; null for once. Times stay on that grid (MONTHLY: the same day of the month,
         *     or its last); a repeated run begins up to 5 minutes after its time, so that not all begin at once.
         * @example DAILY
         * @enum {string|null}
         */
        RepeatIntervalOrNull: "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | null;
        /**
         * @description A prompt of a brand for one platform
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000002",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "queryText": "Which reading lamp is easiest on the eyes?",
         *       "platform": "CHATGPT",
         *       "country": "DE",
         *       "branded": false,
         *       "scheduledAt": "2026-11-21T06:00:00.000Z",
         *       "repeatInterval": "DAILY",
         *       "tags": [
         *         "lamps"
         *       ],
         *       "archived": false,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Query: {
            /**
             * @description Id of the query
             * @example 019aa0c4-7f00-7000-8000-000000000002
             */
            id: string;
            /**
             * @description Id of the brand it belongs to
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The prompt; runs keep the text that was run
             * @example Which reading lamp is easiest on the eyes?
             */
            queryText: string;
            platform: components["schemas"]["Platform"];
            /**
             * @description The country its runs are for, ISO 3166-1 alpha-2; null: not known
             * @example DE
             */
            country: string | null;
            /**
             * @description Whether it counts as branded in reports: its text names its brand, by the brand's name or an alias, found as in
             *     answers. The tag `branded` or `unbranded` decides otherwise, in any case of its letters; with both it is unbranded.
             *     After a change of the brand's names it follows within minutes.
             * @example false
             */
            branded: boolean;
            /**
             * Format: date-time
             * @description When it is run next; null when no run is planned
             * @example 2026-11-21T06:00:00.000Z
             */
            scheduledAt: string | null;
            repeatInterval: components["schemas"]["RepeatIntervalOrNull"];
            /**
             * @description Labels to find it by; `branded` and `unbranded` decide what its field branded says
             * @example [
             *       "lamps"
             *     ]
             */
            tags: string[];
            /**
             * @description Whether it is left out of lists and schedules
             * @example false
             */
            archived: boolean;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of queries
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        QueryList: {
            /**
             * @description The queries of this page
             * @example []
             */
            data: components["schemas"]["Query"][];
            /**
             * @description All matching queries
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A new query
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "queryText": "Which reading lamp is easiest on the eyes?",
         *       "platform": "CHATGPT",
         *       "tags": [
         *         "lamps"
         *       ]
         *     }
         */
        QueryCreate: {
            /**
             * @description Id of the brand it belongs to
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The prompt
             * @example Which reading lamp is easiest on the eyes?
             */
            queryText: string;
            platform: components["schemas"]["Platform"];
            /**
             * Format: country
             * @description The country it is asked from, ISO 3166-1 alpha-2 in capitals (and XK); its next runs are marked with it
             * @example DE
             */
            country?: string | null;
            /**
             * Format: date-time
             * @description When to run it next
             * @example 2026-11-21T06:00:00Z
             */
            scheduledAt?: string | null;
            repeatInterval?: components["schemas"]["RepeatIntervalOrNull"];
            /**
             * @description Labels to find it by; `branded` and `unbranded` decide what its field branded says
             * @example [
             *       "lamps"
             *     ]
             */
            tags?: string[];
        };
        /**
         * @description Queries of one brand, each text on each platform
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "texts": [
         *         "Which lamp is best?"
         *       ],
         *       "platforms": [
         *         "CHATGPT",
         *         "CLAUDE"
         *       ],
         *       "tags": [
         *         "lamps"
         *       ]
         *     }
         */
        QueriesBulkCreate: {
            /**
             * @description Id of the brand they belong to
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The prompts
             * @example [
             *       "Which lamp is best?"
             *     ]
             */
            texts: string[];
            /**
             * @description The platforms each prompt is for
             * @example [
             *       "CHATGPT",
             *       "CLAUDE"
             *     ]
             */
            platforms: components["schemas"]["Platform"][];
            /**
             * Format: country
             * @description The country it is asked from, ISO 3166-1 alpha-2 in capitals (and XK); its next runs are marked with it
             * @example DE
             */
            country?: string | null;
            /**
             * @description Labels to find it by; `branded` and `unbranded` decide what its field branded says
             * @example [
             *       "lamps"
             *     ]
             */
            tags?: string[];
        };
        /**
         * @description What became of one text on one platform
         * @example {
         *       "status": "created",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT",
         *         "country": "DE",
         *         "branded": false,
         *         "scheduledAt": "2026-11-21T06:00:00.000Z",
         *         "repeatInterval": "DAILY",
         *         "tags": [
         *           "lamps"
         *         ],
         *         "archived": false,
         *         "createdAt": "2026-11-19T09:30:00.000Z",
         *         "updatedAt": "2026-11-19T09:30:00.000Z"
         *       }
         *     }
         */
        QueryBulkEntry: {
            /**
             * @description Unchanged: it was there already, perhaps archived, with another country or other tags
             * @example created
             * @enum {string}
             */
            status: "created" | "unchanged";
            query: components["schemas"]["Query"];
        };
        /**
         * @description What became of each text on each platform
         * @example {
         *       "created": 0,
         *       "unchanged": 0,
         *       "data": []
         *     }
         */
        QueriesBulkResult: {
            /**
             * @description Queries that are new
             * @example 1
             */
            created: number;
            /**
             * @description Queries that were there already
             * @example 0
             */
            unchanged: number;
            /**
             * @description One entry a text and platform: texts in the order sent, within each the platforms
             * @example []
             */
            data: components["schemas"]["QueryBulkEntry"][];
        };
        /**
         * @description A schedule, and which queries get it; without a filter all that are not archived
         * @example {
         *       "platform": "CHATGPT",
         *       "scheduledAt": "2026-11-21T06:00:00Z",
         *       "repeatInterval": "DAILY"
         *     }
         */
        QueriesSchedule: {
            /**
             * @description Only those of this brand
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId?: string;
            platform?: components["schemas"]["Platform"];
            /**
             * @description Only queries with this tag
             * @example lamps
             */
            tag?: string;
            /**
             * @description Only these; unknown ones are left out
             * @example [
             *       "019aa0c4-7f00-7000-8000-000000000002"
             *     ]
             */
            queryIds?: string[];
            /**
             * Format: date-time
             * @description When to run them next; null plans no run and ends repeating
             * @example 2026-11-21T06:00:00Z
             */
            scheduledAt: string | null;
            repeatInterval?: components["schemas"]["RepeatIntervalOrNull"];
        };
        /**
         * @description How many queries have the schedule now
         * @example {
         *       "changed": 12
         *     }
         */
        QueriesScheduleResult: {
            /**
             * @description Queries that matched
             * @example 12
             */
            changed: number;
        };
        /**
         * @description Which queries to run; without a filter all that are not archived
         * @example {
         *       "platform": "CHATGPT"
         *     }
         */
        QueriesRun: {
            /**
             * @description Only those of this brand
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId?: string;
            platform?: components["schemas"]["Platform"];
            /**
             * @description Only queries with this tag
             * @example lamps
             */
            tag?: string;
        };
        /**
         * @description What became of the queries
         * @example {
         *       "queued": 12,
         *       "underWay": 1,
         *       "withoutIntegration": 0
         *     }
         */
        QueriesRunResult: {
            /**
             * @description Queries that have a QUEUED run now
             * @example 12
             */
            queued: number;
            /**
             * @description Queries left alone because a run of them is QUEUED or RUNNING already
             * @example 1
             */
            underWay: number;
            /**
             * @description Queries left alone because their platform has no active integration
             * @example 0
             */
            withoutIntegration: number;
        };
        /**
         * @description Changes of a query; fields that are not sent stay as they are
         * @example {
         *       "scheduledAt": null
         *     }
         */
        QueryUpdate: {
            /**
             * @description The prompt from now on
             * @example Which reading lamp is easiest on the eyes?
             */
            queryText?: string;
            platform?: components["schemas"]["Platform"];
            /**
             * Format: country
             * @description The country it is asked from, ISO 3166-1 alpha-2 in capitals (and XK); its next runs are marked with it
             * @example DE
             */
            country?: string | null;
            /**
             * Format: date-time
             * @description When to run it next; null plans no run and ends repeating
             * @example 2026-11-21T06:00:00Z
             */
            scheduledAt?: string | null;
            repeatInterval?: components["schemas"]["RepeatIntervalOrNull"];
            /**
             * @description Labels to find it by; `branded` and `unbranded` decide what its field branded says
             * @example [
             *       "lamps"
             *     ]
             */
            tags?: string[];
            /**
             * @description false takes it back into lists
             * @example false
             */
            archived?: boolean;
        };
        /**
         * @description QUEUED, then RUNNING, then COMPLETED or FAILED; between two attempts it is QUEUED again. Only completed runs count in
         *     reports: a failed one never counts as "not mentioned".
         * @example COMPLETED
         * @enum {string}
         */
        RunState: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED";
        /**
         * @description The prompt that was run, as it was run
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000002",
         *       "queryText": "Which reading lamp is easiest on the eyes?",
         *       "platform": "CHATGPT"
         *     }
         */
        QueryRef: {
            /**
             * @description Id of the query
             * @example 019aa0c4-7f00-7000-8000-000000000002
             */
            id: string;
            /**
             * @description The exact prompt that was run
             * @example Which reading lamp is easiest on the eyes?
             */
            queryText: string;
            platform: components["schemas"]["Platform"];
        };
        /**
         * @description A brand, by id and name
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000001",
         *       "name": "Lumenfold"
         *     }
         */
        BrandRef: {
            /**
             * @description Id of the brand
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            id: string;
            /**
             * @description Name of the brand
             * @example Lumenfold
             */
            name: string;
        };
        /**
         * @description Who made a sentiment score. `LEXICON`: the rules of this program, which read English; `MODEL`: a model of the
         *     organisation's own integration; `SENT`: it came with the run. null where there is no score.
         * @example LEXICON
         * @enum {string|null}
         */
        RunSentimentReaderOrNull: "LEXICON" | "MODEL" | "SENT" | null;
        /**
         * @description A run with the observation of the query's brand in its answer
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000003",
         *       "state": "COMPLETED",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       },
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000011",
         *         "name": "Lumenfold"
         *       },
         *       "model": "gpt-5",
         *       "country": "DE",
         *       "executedAt": "2026-11-19T09:30:00.000Z",
         *       "brandMentioned": true,
         *       "position": 1,
         *       "sentimentScore": 81.25,
         *       "sentimentReader": "LEXICON",
         *       "createdAt": "2026-11-19T09:30:02.000Z"
         *     }
         */
        RunSummary: {
            /**
             * @description Id of the run
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            id: string;
            state: components["schemas"]["RunState"];
            query: components["schemas"]["QueryRef"];
            brand: components["schemas"]["BrandRef"];
            /**
             * @description The model that answered
             * @example gpt-5
             */
            model: string | null;
            /**
             * @description The country it was asked from, ISO 3166-1 alpha-2; null: not known
             * @example DE
             */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was answered or failed; of one that is QUEUED or RUNNING, when it was to run
             * @example 2026-11-19T09:30:00.000Z
             */
            executedAt: string;
            /**
             * @description Whether the answer names the brand; null without an answer
             * @example true
             */
            brandMentioned: boolean | null;
            /**
             * @description Position of the brand (1 = named first); null when not named
             * @example 1
             */
            position: number | null;
            /**
             * @description Sentiment towards the brand, 50 neutral; null when not named, or where nobody reads the language of the answer
             * @example 81.25
             */
            sentimentScore: number | null;
            sentimentReader: components["schemas"]["RunSentimentReaderOrNull"];
            /**
             * Format: date-time
             * @description When it was taken in or queued
             * @example 2026-11-19T09:30:02.000Z
             */
            createdAt: string;
        };
        /**
         * @description A page of runs
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        RunList: {
            /**
             * @description The runs of this page
             * @example []
             */
            data: components["schemas"]["RunSummary"][];
            /**
             * @description All matching runs
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description Runs of a day on a platform by what became of them
         * @example {
         *       "day": "2026-11-19",
         *       "platform": "CHATGPT",
         *       "brand": null,
         *       "expected": 24,
         *       "executed": 21,
         *       "failed": 1,
         *       "pending": 1,
         *       "missed": 1,
         *       "coverage": 87.5,
         *       "ingested": 0
         *     }
         */
        CoverageRow: {
            /**
             * Format: date
             * @description The day (UTC)
             * @example 2026-11-19
             */
            day: string;
            platform: components["schemas"]["Platform"];
            /** @description The brand with groupBy BRAND; else null */
            brand: components["schemas"]["BrandRef"] | (never | null);
            /**
             * @description Runs that were to be made: executed, failed, pending and missed together
             * @example 24
             */
            expected: number;
            /**
             * @description Runs that are COMPLETED
             * @example 21
             */
            executed: number;
            /**
             * @description Runs that are FAILED, those that were cancelled left out
             * @example 1
             */
            failed: number;
            /**
             * @description Runs that are QUEUED or RUNNING
             * @example 1
             */
            pending: number;
            /**
             * @description Planned times that passed without a run
             * @example 1
             */
            missed: number;
            /**
             * @description 100 × executed ÷ expected, 2 decimals; null where nothing was expected
             * @example 87.5
             */
            coverage: number | null;
            /**
             * @description Completed runs that were ingested
             * @example 0
             */
            ingested: number;
        };
        /**
         * @description Runs by what became of them
         * @example {
         *       "expected": 24,
         *       "executed": 21,
         *       "failed": 1,
         *       "pending": 1,
         *       "missed": 1,
         *       "coverage": 87.5,
         *       "ingested": 0
         *     }
         */
        CoverageCounts: {
            /**
             * @description Runs that were to be made: executed, failed, pending and missed together
             * @example 24
             */
            expected: number;
            /**
             * @description Runs that are COMPLETED
             * @example 21
             */
            executed: number;
            /**
             * @description Runs that are FAILED, those that were cancelled left out
             * @example 1
             */
            failed: number;
            /**
             * @description Runs that are QUEUED or RUNNING
             * @example 1
             */
            pending: number;
            /**
             * @description Planned times that passed without a run
             * @example 1
             */
            missed: number;
            /**
             * @description 100 × executed ÷ expected, 2 decimals; null where nothing was expected
             * @example 87.5
             */
            coverage: number | null;
            /**
             * @description Completed runs that were ingested
             * @example 0
             */
            ingested: number;
        };
        /**
         * @description A page of the coverage, and the sum over all of its rows
         * @example {
         *       "startDate": "2026-11-18",
         *       "endDate": "2026-11-19",
         *       "data": [],
         *       "total": 0,
         *       "next": null,
         *       "sum": {
         *         "expected": 0,
         *         "executed": 0,
         *         "failed": 0,
         *         "pending": 0,
         *         "missed": 0,
         *         "coverage": null,
         *         "ingested": 0
         *       }
         *     }
         */
        Coverage: {
            /**
             * Format: date
             * @description First day
             * @example 2026-11-18
             */
            startDate: string;
            /**
             * Format: date
             * @description Last day
             * @example 2026-11-19
             */
            endDate: string;
            /**
             * @description The rows of this page
             * @example []
             */
            data: components["schemas"]["CoverageRow"][];
            /**
             * @description All rows
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
            sum: components["schemas"]["CoverageCounts"];
        };
        /**
         * @description A source that an answer cites
         * @example {
         *       "url": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps"
         *     }
         */
        CitationInput: {
            /**
             * @description Address of the source
             * @example https://reviews.example/best-reading-lamps
             */
            url: string;
            /**
             * @description Title of the source
             * @example Best reading lamps
             */
            title?: string | null;
        };
        /**
         * @description One answer of an AI platform to a prompt
         * @example {
         *       "externalId": "crm-2026-11-19-0001",
         *       "brand": "Lumenfold",
         *       "platform": "CHATGPT",
         *       "queryText": "Which reading lamp is easiest on the eyes?",
         *       "executedAt": "2026-11-19T09:30:00Z",
         *       "answer": "Lumenfold is the gentlest lamp we found.",
         *       "citations": [
         *         {
         *           "url": "https://reviews.example/best-reading-lamps",
         *           "title": "Best reading lamps"
         *         }
         *       ]
         *     }
         */
        Run: {
            /**
             * @description The sender's own id; sending it again changes nothing
             * @example crm-2026-11-19-0001
             */
            externalId: string;
            /**
             * @description Id of the brand the prompt belongs to (this or brand)
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            brandId?: string;
            /**
             * @description Name of the brand the prompt belongs to (this or brandId)
             * @example Lumenfold
             */
            brand?: string;
            platform: components["schemas"]["Platform"];
            /**
             * @description The exact prompt that was run
             * @example Which reading lamp is easiest on the eyes?
             */
            queryText: string;
            /**
             * Format: date-time
             * @description When it was run, RFC 3339, not in the future
             * @example 2026-11-19T09:30:00Z
             */
            executedAt: string;
            /**
             * @description The answer, verbatim (markdown and HTML are understood)
             * @example Lumenfold is the gentlest lamp we found.
             */
            answer: string;
            /**
             * @description The sources the answer cites, in its order
             * @example [
             *       {
             *         "url": "https://reviews.example/best-reading-lamps",
             *         "title": "Best reading lamps"
             *       }
             *     ]
             */
            citations?: components["schemas"]["CitationInput"][];
            /**
             * @description Sentiment towards the brand, 50 neutral; without it the sentences that name the brand are scored
             * @example 72.5
             */
            sentimentScore?: number | null;
            /**
             * @description The model that answered
             * @example gpt-5
             */
            model?: string | null;
            /**
             * Format: country
             * @description The country it was asked from, ISO 3166-1 alpha-2 in capitals (and XK)
             * @example DE
             */
            country?: string | null;
        };
        /**
         * @description Runs to ingest. An element that is not a valid Run is refused alone, by its index.
         * @example [
         *       {
         *         "externalId": "crm-1",
         *         "brand": "Lumenfold",
         *         "platform": "CHATGPT",
         *         "queryText": "Which lamp?",
         *         "executedAt": "2026-11-19T09:30:00Z",
         *         "answer": "Lumenfold."
         *       }
         *     ]
         */
        RunBatch: (components["schemas"]["Run"] | unknown)[];
        /**
         * @description What became of one run
         * @example {
         *       "index": 0,
         *       "externalId": "crm-1",
         *       "status": "created",
         *       "id": "019aa0c4-7f00-7000-8000-000000000003"
         *     }
         */
        RunResult: {
            /**
             * @description Place in the array (or line) sent, from 0
             * @example 0
             */
            index: number;
            /**
             * @description externalId of the run, where one could be read
             * @example crm-1
             */
            externalId?: string;
            /**
             * @description What became of it
             * @example created
             * @enum {string}
             */
            status: "created" | "unchanged" | "refused";
            /**
             * @description Id of the run (created and unchanged)
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            id?: string;
            /**
             * @description Unchanged, though what was sent is not what is kept
             * @example true
             */
            differs?: boolean;
            error?: components["schemas"]["ErrorCode"];
            /**
             * @description Why it was refused
             * @example brand: no brand is named "Lumenfolt"
             */
            message?: string;
        };
        /**
         * @description What became of each run of a call
         * @example {
         *       "created": 1,
         *       "unchanged": 0,
         *       "refused": 0,
         *       "results": [
         *         {
         *           "index": 0,
         *           "externalId": "crm-1",
         *           "status": "created",
         *           "id": "019aa0c4-7f00-7000-8000-000000000003"
         *         }
         *       ]
         *     }
         */
        IngestResult: {
            /**
             * @description Runs that are new
             * @example 1
             */
            created: number;
            /**
             * @description Runs that were there already
             * @example 0
             */
            unchanged: number;
            /**
             * @description Runs that are not valid; results say why
             * @example 0
             */
            refused: number;
            /**
             * @description One entry a run, in the order sent
             * @example [
             *       {
             *         "index": 0,
             *         "externalId": "crm-1",
             *         "status": "created",
             *         "id": "019aa0c4-7f00-7000-8000-000000000003"
             *       }
             *     ]
             */
            results: components["schemas"]["RunResult"][];
        };
        /**
         * @description Why it failed, as a code. RATE_LIMITED, UNAVAILABLE, TIMEOUT, CUT_OFF and BAD_ANSWER were tried again before;
         *     BAD_CREDENTIALS, REFUSED and ADDRESS_REFUSED were not. CUT_OFF: the connection ended after the prompt was sent, before
         *     the whole answer came, so it may have been charged. INTERRUPTED: it was sent, and the worker ended before the
         *     answer was kept. EXPIRED: it could not be begun within 24 h. SPEND_LIMIT: the same, for the integration's daily
         *     limit. NO_INTEGRATION: there is none that is active. CANCELLED: the schedule was cleared or the query archived.
         *     UNREADABLE: the platform answered, the answer is kept, and its extraction exceeded the limits of time and
         *     memory; it is not sent again.
         * @example UNAVAILABLE
         * @enum {string|null}
         */
        FailureReasonOrNull: "RATE_LIMITED" | "UNAVAILABLE" | "TIMEOUT" | "CUT_OFF" | "BAD_ANSWER" | "BAD_CREDENTIALS" | "REFUSED" | "ADDRESS_REFUSED" | "INTERRUPTED" | "EXPIRED" | "SPEND_LIMIT" | "NO_INTEGRATION" | "CANCELLED" | "UNREADABLE" | null;
        /**
         * @description Where a run comes from: ingested, run as planned by scheduledAt, or run by hand
         * @example SCHEDULE
         * @enum {string}
         */
        RunSource: "INGESTED" | "SCHEDULE" | "MANUAL";
        /**
         * @description One request to the platform, stored before it was sent
         * @example {
         *       "ordinal": 1,
         *       "sentAt": "2026-11-19T09:29:55.000Z",
         *       "finishedAt": "2026-11-19T09:30:00.000Z",
         *       "outcome": "ANSWERED",
         *       "reason": null,
         *       "status": null,
         *       "error": null,
         *       "nextAttemptAt": null
         *     }
         */
        RunAttempt: {
            /**
             * @description Which one, from 1
             * @example 1
             */
            ordinal: number;
            /**
             * Format: date-time
             * @description When it was sent
             * @example 2026-11-19T09:29:55.000Z
             */
            sentAt: string;
            /**
             * Format: date-time
             * @description When its outcome was known; null while it is under way
             * @example 2026-11-19T09:30:00.000Z
             */
            finishedAt: string | null;
            /**
             * @description What came of it; INTERRUPTED: the worker ended before an answer was kept, so it may have been answered; null while it is under way
             * @example ANSWERED
             * @enum {string|null}
             */
            outcome: "ANSWERED" | "FAILED" | "INTERRUPTED" | null;
            reason: components["schemas"]["FailureReasonOrNull"];
            /**
             * @description HTTP status of the platform's answer; null where none came or it was an answer
             * @example 503
             */
            status: number | null;
            /**
             * @description Why there is no answer
             * @example The platform has a fault of its own just now.
             */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was to be tried again; null where it was not
             * @example 2026-11-19T09:30:05.000Z
             */
            nextAttemptAt: string | null;
        };
        /**
         * @description A brand or competitor that an answer is searched for
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000011",
         *       "name": "Lumenfold",
         *       "kind": "BRAND"
         *     }
         */
        SubjectRef: {
            /**
             * @description Id of the brand or competitor
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            id: string;
            /**
             * @description Its present name; null for a competitor that was removed since
             * @example Lumenfold
             */
            name: string | null;
            /**
             * @description Whether it is a tracked brand or a competitor
             * @example BRAND
             * @enum {string}
             */
            kind: "BRAND" | "COMPETITOR";
        };
        /**
         * @description The observation of one subject in an answer. There is always one of the run's brand, of others where they are named.
         * @example {
         *       "subject": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000011",
         *         "name": "Lumenfold",
         *         "kind": "BRAND"
         *       },
         *       "named": true,
         *       "position": 1,
         *       "sentimentScore": 81.25,
         *       "sentimentReader": "LEXICON",
         *       "snippet": "Lumenfold is the gentlest lamp we found.",
         *       "namedAs": "Lumenfold",
         *       "namingRule": "AS_ENTERED"
         *     }
         */
        RunObservation: {
            subject: components["schemas"]["SubjectRef"];
            /**
             * @description Whether the answer names it
             * @example true
             */
            named: boolean;
            /**
             * @description Rank by first appearance among the brand and its competitors; null for others and where not named
             * @example 1
             */
            position: number | null;
            /**
             * @description How favourably the answer speaks of it, 50 neutral; null where it is not named, or nobody reads the answer's language
             * @example 81.25
             */
            sentimentScore: number | null;
            sentimentReader: components["schemas"]["RunSentimentReaderOrNull"];
            /**
             * @description The first sentence that names it, at most 300 characters
             * @example Lumenfold is the gentlest lamp we found.
             */
            snippet: string | null;
            /**
             * @description Its first naming as it stands in the text; null where it is not named, or was extracted before this was kept
             * @example Lumenfold
             */
            namedAs: string | null;
            namingRule: components["schemas"]["NamingRuleOrNull"];
        };
        /**
         * @description The kind of source behind a mention; AI_ANSWER where the answer cites none
         * @example REVIEW
         * @enum {string}
         */
        SourceType: "AI_ANSWER" | "ARTICLE" | "REVIEW" | "FORUM" | "SOCIAL" | "VIDEO" | "ENCYCLOPEDIA" | "DOCUMENTATION" | "STORE" | "BRAND_SITE" | "COMPETITOR_SITE" | "OTHER";
        /**
         * @description A source an answer cites
         * @example {
         *       "url": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps",
         *       "domain": "reviews.example",
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example"
         *     }
         */
        RunCitation: {
            /**
             * @description Address of the source
             * @example https://reviews.example/best-reading-lamps
             */
            url: string;
            /**
             * @description Title of the source
             * @example Best reading lamps
             */
            title: string | null;
            /**
             * @description Its host without www., empty for what is no address
             * @example reviews.example
             */
            domain: string;
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description Name or domain of the source
             * @example reviews.example
             */
            sourceName: string;
        };
        /**
         * @description A run with its answer and all that was read from it
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000003",
         *       "state": "COMPLETED",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       },
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000011",
         *         "name": "Lumenfold"
         *       },
         *       "model": "gpt-5",
         *       "country": "DE",
         *       "executedAt": "2026-11-19T09:30:00.000Z",
         *       "brandMentioned": true,
         *       "position": 1,
         *       "sentimentScore": 81.25,
         *       "sentimentReader": "LEXICON",
         *       "createdAt": "2026-11-19T09:30:02.000Z",
         *       "externalId": null,
         *       "answer": "Lumenfold is the gentlest lamp we found.",
         *       "failure": null,
         *       "failureReason": null,
         *       "source": "SCHEDULE",
         *       "plannedAt": "2026-11-19T09:29:50.000Z",
         *       "missedBefore": 0,
         *       "surface": "API_WEB_SEARCH",
         *       "latencyMs": 4210,
         *       "inputTokens": 412,
         *       "outputTokens": 655,
         *       "costUsd": 0.0182,
         *       "attempts": [
         *         {
         *           "ordinal": 1,
         *           "sentAt": "2026-11-19T09:29:55.000Z",
         *           "finishedAt": "2026-11-19T09:30:00.000Z",
         *           "outcome": "ANSWERED",
         *           "reason": null,
         *           "status": null,
         *           "error": null,
         *           "nextAttemptAt": null
         *         }
         *       ],
         *       "extractionVersion": 1,
         *       "namesVersion": 3,
         *       "language": "en",
         *       "previousRunId": "019aa0c4-7f00-7000-8000-000000000001",
         *       "nextRunId": null,
         *       "observations": [
         *         {
         *           "subject": {
         *             "id": "019aa0c4-7f00-7000-8000-000000000011",
         *             "name": "Lumenfold",
         *             "kind": "BRAND"
         *           },
         *           "named": true,
         *           "position": 1,
         *           "sentimentScore": 81.25,
         *           "sentimentReader": "LEXICON",
         *           "snippet": "Lumenfold is the gentlest lamp we found.",
         *           "namedAs": "Lumenfold",
         *           "namingRule": "AS_ENTERED"
         *         }
         *       ],
         *       "citations": [
         *         {
         *           "url": "https://reviews.example/best-reading-lamps",
         *           "title": "Best reading lamps",
         *           "domain": "reviews.example",
         *           "sourceType": "REVIEW",
         *           "sourceName": "reviews.example"
         *         }
         *       ],
         *       "mentionIds": [
         *         "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa"
         *       ]
         *     }
         */
        RunEvidence: {
            /**
             * @description Id of the run
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            id: string;
            state: components["schemas"]["RunState"];
            query: components["schemas"]["QueryRef"];
            brand: components["schemas"]["BrandRef"];
            /**
             * @description The model that answered
             * @example gpt-5
             */
            model: string | null;
            /**
             * @description The country it was asked from, ISO 3166-1 alpha-2; null: not known
             * @example DE
             */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was answered or failed; of one that is QUEUED or RUNNING, when it was to run
             * @example 2026-11-19T09:30:00.000Z
             */
            executedAt: string;
            /**
             * @description Whether the answer names the brand; null without an answer
             * @example true
             */
            brandMentioned: boolean | null;
            /**
             * @description Position of the brand (1 = named first); null when not named
             * @example 1
             */
            position: number | null;
            /**
             * @description Sentiment towards the brand, 50 neutral; null when not named, or where nobody reads the language of the answer
             * @example 81.25
             */
            sentimentScore: number | null;
            sentimentReader: components["schemas"]["RunSentimentReaderOrNull"];
            /**
             * Format: date-time
             * @description When it was taken in or queued
             * @example 2026-11-19T09:30:02.000Z
             */
            createdAt: string;
            /**
             * @description The sender's own id; null for a run of Sightline's own
             * @example crm-2026-11-19-0001
             */
            externalId: string | null;
            /**
             * @description The answer, verbatim; empty without one
             * @example Lumenfold is the gentlest lamp we found.
             */
            answer: string;
            /**
             * @description Why a FAILED run failed
             * @example The platform did not answer.
             */
            failure: string | null;
            failureReason: components["schemas"]["FailureReasonOrNull"];
            source: components["schemas"]["RunSource"];
            /**
             * Format: date-time
             * @description When it was to run; null for an ingested one
             * @example 2026-11-19T09:30:00.000Z
             */
            plannedAt: string | null;
            /**
             * @description Planned times of its query before it that passed without a run, because the service stood still or the run before was under way; null for an ingested one
             * @example 0
             */
            missedBefore: number | null;
            /**
             * @description What of the platform answered: its API alone, or with web search; null where that is not known
             * @example API_WEB_SEARCH
             * @enum {string|null}
             */
            surface: "API" | "API_WEB_SEARCH" | null;
            /**
             * @description How long the platform took to answer
             * @example 4210
             */
            latencyMs: number | null;
            /**
             * @description Tokens it read
             * @example 412
             */
            inputTokens: number | null;
            /**
             * @description Tokens it wrote
             * @example 655
             */
            outputTokens: number | null;
            /**
             * @description What the answer cost, US dollars; null: unknown
             * @example 0.0182
             */
            costUsd: number | null;
            /**
             * @description Every request that was sent for it, in order
             * @example []
             */
            attempts: components["schemas"]["RunAttempt"][];
            /**
             * @description Version of the extraction that read the answer; null without one
             * @example 1
             */
            extractionVersion: number | null;
            /**
             * @description Version of the organisation's names (of brands, competitors and their aliases) that the answer was read by; one that changed nothing in it since is not noted. One that came in while the names changed again and again has a number of its own until it is read by the newest. Null without an answer
             * @example 3
             */
            namesVersion: number | null;
            /**
             * @description The language of most of the answer, ISO 639-1; null where it is not known
             * @example en
             */
            language: string | null;
            /**
             * @description The completed run of the same query right before it; null for the first
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            previousRunId: string | null;
            /**
             * @description The completed run of the same query right after it; null for the latest
             * @example null
             */
            nextRunId: string | null;
            /**
             * @description The observations of all subjects
             * @example []
             */
            observations: components["schemas"]["RunObservation"][];
            /**
             * @description The sources cited, in the answer's order
             * @example []
             */
            citations: components["schemas"]["RunCitation"][];
            /**
             * @description Ids of the mentions it makes
             * @example [
             *       "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa"
             *     ]
             */
            mentionIds: string[];
        };
        /**
         * @description How a place in a text is the name of a subject
         * @example {
         *       "subject": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000011",
         *         "name": "Lumenfold",
         *         "kind": "BRAND"
         *       },
         *       "name": "Lumenfold",
         *       "rule": "AS_ENTERED"
         *     }
         */
        TestMatch: {
            subject: components["schemas"]["SubjectRef"];
            /**
             * @description The name that was entered, which it is a spelling of
             * @example Lumenfold
             */
            name: string;
            /**
             * @description How it matched, as `namingRule` of an observation
             * @example AS_ENTERED
             * @enum {string}
             */
            rule: "AS_ENTERED" | "SPELLING" | "PLURAL" | "LETTERS" | "AFFIX";
        };
        /**
         * @description A place where known subjects are named
         * @example {
         *       "start": 0,
         *       "end": 9,
         *       "text": "Lumenfold",
         *       "subjects": [
         *         {
         *           "id": "019aa0c4-7f00-7000-8000-000000000011",
         *           "name": "Lumenfold",
         *           "kind": "BRAND"
         *         }
         *       ],
         *       "matches": [
         *         {
         *           "subject": {
         *             "id": "019aa0c4-7f00-7000-8000-000000000011",
         *             "name": "Lumenfold",
         *             "kind": "BRAND"
         *           },
         *           "name": "Lumenfold",
         *           "rule": "AS_ENTERED"
         *         }
         *       ]
         *     }
         */
        TestNaming: {
            /**
             * @description Where it starts in the text (of a run: in its answer)
             * @example 0
             */
            start: number;
            /**
             * @description Where it ends
             * @example 9
             */
            end: number;
            /**
             * @description The name as it is written there, without markup
             * @example Lumenfold
             */
            text: string;
            /**
             * @description Whose name it is
             * @example []
             */
            subjects: components["schemas"]["SubjectRef"][];
            /**
             * @description How it is their name, one entry a subject
             * @example []
             */
            matches: components["schemas"]["TestMatch"][];
        };
        /**
         * @description What a sentence says of a subject that it names
         * @example {
         *       "subject": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000011",
         *         "name": "Lumenfold",
         *         "kind": "BRAND"
         *       },
         *       "sentimentScore": 71.08,
         *       "words": [
         *         "gentlest"
         *       ]
         *     }
         */
        TestStance: {
            subject: components["schemas"]["SubjectRef"];
            /**
             * @description 50 neutral; null where nothing reads its language
             * @example 71.08
             */
            sentimentScore: number | null;
            /**
             * @description The words that it rests on
             * @example [
             *       "gentlest"
             *     ]
             */
            words: string[];
        };
        /**
         * @description A sentence that names a known subject
         * @example {
         *       "start": 0,
         *       "end": 40,
         *       "text": "Lumenfold is the gentlest lamp we found.",
         *       "sentimentScore": 71.08,
         *       "stances": [
         *         {
         *           "subject": {
         *             "id": "019aa0c4-7f00-7000-8000-000000000011",
         *             "name": "Lumenfold",
         *             "kind": "BRAND"
         *           },
         *           "sentimentScore": 71.08,
         *           "words": [
         *             "gentlest"
         *           ]
         *         }
         *       ]
         *     }
         */
        TestSentence: {
            /**
             * @description Where it starts in the text (of a run: in its answer)
             * @example 0
             */
            start: number;
            /**
             * @description Where it ends
             * @example 40
             */
            end: number;
            /**
             * @description The sentence, without markup
             * @example Lumenfold is the gentlest lamp we found.
             */
            text: string;
            /**
             * @description Its sentiment towards the brand, or else the one named first, 50 neutral; null where nothing reads its language
             * @example 71.08
             */
            sentimentScore: number | null;
            /**
             * @description What it says of each subject that it names, by the rules of this program
             * @example []
             */
            stances: components["schemas"]["TestStance"][];
        };
        /**
         * @description Where an answer names whom, by the present names and version of the extraction. Offsets count UTF-16 code units of the
         *     run's `answer`, as it was sent; end is exclusive. Markup inside a name or sentence is inside its range.
         * @example {
         *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *       "extractionVersion": 1,
         *       "language": "en",
         *       "namings": [],
         *       "sentences": []
         *     }
         */
        RunNamings: {
            /**
             * @description Id of the run
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            runId: string;
            /**
             * @description Version of the extraction that tells the places; where the run's is another, what is kept of it was read otherwise
             * @example 1
             */
            extractionVersion: number;
            /**
             * @description The language of most of the answer, ISO 639-1; null where it is not known
             * @example en
             */
            language: string | null;
            /**
             * @description Occurrences of known names (the first 1000), in their order
             * @example []
             */
            namings: components["schemas"]["TestNaming"][];
            /**
             * @description The sentences of those namings with their sentiment
             * @example []
             */
            sentences: components["schemas"]["TestSentence"][];
        };
        /**
         * @description POSITIVE from a score of 52.5, NEGATIVE to 47.5
         * @example POSITIVE
         * @enum {string}
         */
        Sentiment: "POSITIVE" | "NEUTRAL" | "NEGATIVE";
        /**
         * @description POSITIVE from a score of 52.5, NEGATIVE to 47.5; null without a score
         * @example POSITIVE
         * @enum {string|null}
         */
        SentimentOrNull: "POSITIVE" | "NEUTRAL" | "NEGATIVE" | null;
        /**
         * @description Who made the sentiment score (see SentimentReader); null where there is none
         * @example LEXICON
         * @enum {string|null}
         */
        SentimentReaderOrNull: "LEXICON" | "MODEL" | "SENT" | "PERSON" | null;
        /**
         * @description The kind of source put in place of the extracted one. AI_ANSWER is for mentions without a source, and theirs alone.
         * @example REVIEW
         * @enum {string|null}
         */
        CorrectedSourceType: "ARTICLE" | "REVIEW" | "FORUM" | "SOCIAL" | "VIDEO" | "ENCYCLOPEDIA" | "DOCUMENTATION" | "STORE" | "BRAND_SITE" | "COMPETITOR_SITE" | "OTHER" | null;
        /**
         * @description What the extraction found
         * @example {
         *       "sentimentScore": 81.25,
         *       "sourceType": "REVIEW"
         *     }
         */
        ExtractedMention: {
            /**
             * @description Its sentiment score
             * @example 81.25
             */
            sentimentScore: number | null;
            sourceType: components["schemas"]["SourceType"];
        };
        /**
         * @description The correction by a member; null where there is none
         * @example {
         *       "sentimentScore": 90,
         *       "sourceType": null,
         *       "dismissed": false,
         *       "note": "Irony was taken for praise.",
         *       "extracted": {
         *         "sentimentScore": 81.25,
         *         "sourceType": "REVIEW"
         *       },
         *       "correctedBy": "019aa0c4-7f00-7000-8000-000000000005",
         *       "correctedAt": "2026-11-02T08:00:00.000Z"
         *     }
         */
        MentionCorrectionOrNull: {
            /**
             * @description The sentiment score put in place of the extracted one
             * @example 90
             */
            sentimentScore: number | null;
            sourceType: components["schemas"]["CorrectedSourceType"];
            /**
             * @description Whether the reports leave the mention out
             * @example false
             */
            dismissed: boolean;
            /**
             * @description Why
             * @example Irony was taken for praise.
             */
            note: string | null;
            extracted: components["schemas"]["ExtractedMention"];
            /**
             * @description Id of the user who corrected last
             * @example 019aa0c4-7f00-7000-8000-000000000005
             */
            correctedBy: string;
            /**
             * Format: date-time
             * @description When
             * @example 2026-11-02T08:00:00.000Z
             */
            correctedAt: string;
        } | null;
        /**
         * @description A mention of a brand in an answer, as it stands with its correction
         * @example {
         *       "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example",
         *       "sourceUrl": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps",
         *       "snippet": "Lumenfold is the gentlest lamp we found.",
         *       "platform": "CHATGPT",
         *       "sentiment": "POSITIVE",
         *       "sentimentScore": 90,
         *       "sentimentReader": "PERSON",
         *       "discoveredAt": "2026-10-31T09:30:00.000Z",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       },
         *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *       "correction": {
         *         "sentimentScore": 90,
         *         "sourceType": null,
         *         "dismissed": false,
         *         "note": "Irony was taken for praise.",
         *         "extracted": {
         *           "sentimentScore": 81.25,
         *           "sourceType": "REVIEW"
         *         },
         *         "correctedBy": "019aa0c4-7f00-7000-8000-000000000005",
         *         "correctedAt": "2026-11-02T08:00:00.000Z"
         *       }
         *     }
         */
        Mention: {
            /**
             * @description Id of the mention, of (run, brand, URL)
             * @example 7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa
             */
            id: string;
            brand: components["schemas"]["BrandRef"];
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description Name or domain of the source
             * @example reviews.example
             */
            sourceName: string | null;
            /**
             * @description Address of the source
             * @example https://reviews.example/best-reading-lamps
             */
            sourceUrl: string | null;
            /**
             * @description Title of the source
             * @example Best reading lamps
             */
            title: string | null;
            /**
             * @description The sentence that names the brand, at most 300 characters
             * @example Lumenfold is the gentlest lamp we found.
             */
            snippet: string | null;
            platform: components["schemas"]["Platform"];
            sentiment: components["schemas"]["SentimentOrNull"];
            /**
             * @description Sentiment towards the brand in this answer; null where nobody reads its language
             * @example 81.25
             */
            sentimentScore: number | null;
            sentimentReader: components["schemas"]["SentimentReaderOrNull"];
            /**
             * Format: date-time
             * @description When the answer was given
             * @example 2026-10-31T09:30:00.000Z
             */
            discoveredAt: string;
            query: components["schemas"]["QueryRef"];
            /**
             * @description Id of the run whose answer it is in
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            runId: string;
            correction: components["schemas"]["MentionCorrectionOrNull"];
        };
        /**
         * @description A page of mentions
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        MentionList: {
            /**
             * @description The mentions of this page
             * @example []
             */
            data: components["schemas"]["Mention"][];
            /**
             * @description All matching mentions
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description Corrections; fields that are not sent stay as they are, null takes a correction back
         * @example {
         *       "sentimentScore": 90,
         *       "note": "Irony was taken for praise."
         *     }
         */
        MentionUpdate: {
            /**
             * @description Sentiment towards the brand, 50 neutral
             * @example 90
             */
            sentimentScore?: number | null;
            sourceType?: components["schemas"]["CorrectedSourceType"];
            /**
             * @description true leaves the mention out of reports
             * @example false
             */
            dismissed?: boolean;
            /**
             * @description Why
             * @example Irony was taken for praise.
             */
            note?: string | null;
        };
        /**
         * @description Changes of the names of a brand or competitor that are not saved; fields that are not sent stay as they are
         * @example {
         *       "subjectId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "ignoredPhrases": [
         *         "lumenfold lines"
         *       ]
         *     }
         */
        NamesDraft: {
            /**
             * @description The brand or competitor whose names they are
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            subjectId: string;
            /**
             * Format: name
             * @description Its name, without the blanks around it
             * @example Lumenfold
             */
            name?: string;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only
             * @example []
             */
            caseSensitive?: string[];
            /**
             * @description Phrases that hold one of its names and do not name it
             * @example [
             *       "lumenfold lines"
             *     ]
             */
            ignoredPhrases?: string[];
            /**
             * @description Whether it is named, too, where its name stands inside a longer known name
             * @example false
             */
            countInsideLongerNames?: boolean;
        };
        /**
         * @description An answer to read as if it were a run's
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "answer": "**Lumenfold** is the gentlest lamp we found.",
         *       "citations": [
         *         {
         *           "url": "https://reviews.example/best-reading-lamps"
         *         }
         *       ]
         *     }
         */
        ExtractionTest: {
            /**
             * @description The brand whose query it would answer
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The answer (markdown and HTML are understood)
             * @example **Lumenfold** is the gentlest lamp we found.
             */
            answer: string;
            draft?: components["schemas"]["NamesDraft"];
            /**
             * @description The sources it cites
             * @example []
             */
            citations?: components["schemas"]["CitationInput"][];
        };
        /**
         * @description What would be extracted from the answer, and the text that it rests on. Offsets count UTF-16 code units of `text`; end is exclusive.
         * @example {
         *       "extractionVersion": 1,
         *       "language": "en",
         *       "text": "Lumenfold is the gentlest lamp we found.",
         *       "namings": [
         *         {
         *           "start": 0,
         *           "end": 9,
         *           "text": "Lumenfold",
         *           "subjects": [
         *             {
         *               "id": "019aa0c4-7f00-7000-8000-000000000011",
         *               "name": "Lumenfold",
         *               "kind": "BRAND"
         *             }
         *           ],
         *           "matches": [
         *             {
         *               "subject": {
         *                 "id": "019aa0c4-7f00-7000-8000-000000000011",
         *                 "name": "Lumenfold",
         *                 "kind": "BRAND"
         *               },
         *               "name": "Lumenfold",
         *               "rule": "AS_ENTERED"
         *             }
         *           ]
         *         }
         *       ],
         *       "sentences": [
         *         {
         *           "start": 0,
         *           "end": 40,
         *           "text": "Lumenfold is the gentlest lamp we found.",
         *           "sentimentScore": 71.08,
         *           "stances": [
         *             {
         *               "subject": {
         *                 "id": "019aa0c4-7f00-7000-8000-000000000011",
         *                 "name": "Lumenfold",
         *                 "kind": "BRAND"
         *               },
         *               "sentimentScore": 71.08,
         *               "words": [
         *                 "gentlest"
         *               ]
         *             }
         *           ]
         *         }
         *       ],
         *       "observations": [
         *         {
         *           "subject": {
         *             "id": "019aa0c4-7f00-7000-8000-000000000011",
         *             "name": "Lumenfold",
         *             "kind": "BRAND"
         *           },
         *           "named": true,
         *           "position": 1,
         *           "sentimentScore": 71.08,
         *           "sentimentReader": "LEXICON",
         *           "snippet": "Lumenfold is the gentlest lamp we found.",
         *           "namedAs": "Lumenfold",
         *           "namingRule": "AS_ENTERED"
         *         }
         *       ],
         *       "citations": [
         *         {
         *           "url": "https://reviews.example/best-reading-lamps",
         *           "title": null,
         *           "domain": "reviews.example",
         *           "sourceType": "REVIEW",
         *           "sourceName": "reviews.example"
         *         }
         *       ]
         *     }
         */
        ExtractionTestResult: {
            /**
             * @description Version of the extraction
             * @example 1
             */
            extractionVersion: number;
            /**
             * @description The language of most of the answer, ISO 639-1; null where it is not known
             * @example en
             */
            language: string | null;
            /**
             * @description The answer without its markup; a line feed ends a line, a form feed a block
             * @example Lumenfold is the gentlest lamp we found.
             */
            text: string;
            /**
             * @description Occurrences of known names (the first 1000)
             * @example []
             */
            namings: components["schemas"]["TestNaming"][];
            /**
             * @description The sentences of those namings with their sentiment
             * @example []
             */
            sentences: components["schemas"]["TestSentence"][];
            /**
             * @description What would be observed, as in a run's evidence
             * @example []
             */
            observations: components["schemas"]["RunObservation"][];
            /**
             * @description The sources with their types
             * @example []
             */
            citations: components["schemas"]["RunCitation"][];
        };
        /**
         * @description A trial on one platform
         * @example {
         *       "platform": "CHATGPT",
         *       "state": "QUEUED",
         *       "model": null,
         *       "answer": null,
         *       "answerTruncated": false,
         *       "failure": null,
         *       "failureReason": null,
         *       "executedAt": null,
         *       "attempts": []
         *     }
         */
        TrialRun: {
            platform: components["schemas"]["Platform"];
            /**
             * @description QUEUED, then RUNNING, then COMPLETED or FAILED; or CANCELLED before it ran
             * @example QUEUED
             * @enum {string}
             */
            state: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /**
             * @description The model that answered
             * @example gpt-5
             */
            model: string | null;
            /**
             * @description The answer, verbatim; in a list its first 500 characters
             * @example Lumenfold is the gentlest lamp we found.
             */
            answer: string | null;
            /**
             * @description Whether there is more of the answer than is shown here; getTrial shows all
             * @example false
             */
            answerTruncated: boolean;
            /**
             * @description Why it failed
             * @example The platform did not answer.
             */
            failure: string | null;
            failureReason: components["schemas"]["FailureReasonOrNull"];
            /**
             * @description Every request that was sent for it, in order
             * @example []
             */
            attempts: components["schemas"]["RunAttempt"][];
            /**
             * Format: date-time
             * @description When it was answered or failed
             * @example 2026-11-19T09:30:05.000Z
             */
            executedAt: string | null;
        };
        /**
         * @description A prompt being tried; nothing of it is in reports
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000041",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "queryText": "Which lamp is best?",
         *       "runs": [
         *         {
         *           "platform": "CHATGPT",
         *           "state": "QUEUED",
         *           "model": null,
         *           "answer": null,
         *           "answerTruncated": false,
         *           "failure": null,
         *           "failureReason": null,
         *           "executedAt": null,
         *           "attempts": []
         *         }
         *       ],
         *       "createdAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Trial: {
            /**
             * @description Id of the trial
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            id: string;
            /**
             * @description The brand whose names are looked for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The prompt that is tried
             * @example Which lamp is best?
             */
            queryText: string;
            /**
             * @description One entry a platform, by its name
             * @example []
             */
            runs: components["schemas"]["TrialRun"][];
            /**
             * Format: date-time
             * @description When it was asked for
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A page of trials
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        TrialList: {
            /**
             * @description The trials of this page
             * @example []
             */
            data: components["schemas"]["Trial"][];
            /**
             * @description All matching trials
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A prompt to try on some platforms
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "queryText": "Which lamp is best?",
         *       "platforms": [
         *         "CHATGPT",
         *         "CLAUDE"
         *       ]
         *     }
         */
        TrialCreate: {
            /**
             * @description The brand whose names are looked for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The prompt to try
             * @example Which lamp is best?
             */
            queryText: string;
            /**
             * @description The platforms to try it on
             * @example [
             *       "CHATGPT",
             *       "CLAUDE"
             *     ]
             */
            platforms: components["schemas"]["Platform"][];
        };
        /**
         * @description The row's value of each dimension asked for: day (YYYY-MM-DD), ISO week (2026-W02), month (2026-01), platform,
         *     query, tag, branded, model, country, language, sentiment_reader; of mentions also source_type and domain. Null is
         *     unknown, or none.
         * @example {
         *       "platform": "CHATGPT",
         *       "week": "2026-W02"
         *     }
         */
        DimensionValues: {
            /**
             * Format: date
             * @description Day (UTC)
             * @example 2026-01-05
             */
            day?: string;
            /**
             * @description ISO week
             * @example 2026-W02
             */
            week?: string;
            /**
             * @description Month
             * @example 2026-01
             */
            month?: string;
            platform?: components["schemas"]["Platform"];
            /**
             * @description The prompt
             * @example {
             *       "queryText": "Which reading lamp is easiest on the eyes?"
             *     }
             */
            query?: {
                /**
                 * @description Its text
                 * @example Which reading lamp is easiest on the eyes?
                 */
                queryText: string;
            };
            /**
             * @description A tag of the query; null where it has none
             * @example lamps
             */
            tag?: string | null;
            /**
             * @description Whether the query names the brand
             * @example false
             */
            branded?: boolean | null;
            /**
             * @description The model that answered; null where it is unknown
             * @example gpt-5
             */
            model?: string | null;
            /**
             * @description The country it was asked for (ISO 3166-1 alpha-2); null where it is unknown
             * @example DE
             */
            country?: string | null;
            /**
             * @description The language of most of the answer (ISO 639-1); null where it is unknown
             * @example en
             */
            language?: string | null;
            sentiment_reader?: components["schemas"]["SentimentReaderOrNull"];
            source_type?: components["schemas"]["SourceType"];
            /**
             * @description The domain of the source; null where the answer cites none
             * @example reviews.example
             */
            domain?: string | null;
        };
        /**
         * @description How many of the scores behind sentiment each reader made: LEXICON the rules of this program, MODEL a model of the
         *     organisation's own, SENT whoever sent the run, PERSON a member (mentions alone)
         * @example {
         *       "LEXICON": 1,
         *       "MODEL": 1,
         *       "SENT": 0,
         *       "PERSON": 0
         *     }
         */
        ReaderCounts: {
            /**
             * @description Scores by the rules of this program
             * @example 1
             */
            LEXICON: number;
            /**
             * @description Scores by a model of the organisation's own integration
             * @example 1
             */
            MODEL: number;
            /**
             * @description Scores that came with the run
             * @example 0
             */
            SENT: number;
            /**
             * @description Scores that a member corrected
             * @example 0
             */
            PERSON: number;
        };
        /**
         * @description What is behind the row
         * @example {
         *       "first_day": "2026-10-01",
         *       "last_day": "2026-10-31",
         *       "days": 31,
         *       "prompts": 12,
         *       "platforms": 3
         *     }
         */
        RowCoverage: {
            /**
             * Format: date
             * @description First day with a run (UTC)
             * @example 2026-10-01
             */
            first_day: string | null;
            /**
             * Format: date
             * @description Last day with a run (UTC)
             * @example 2026-10-31
             */
            last_day: string | null;
            /**
             * @description Days with a run
             * @example 31
             */
            days: number;
            /**
             * @description Prompts with a run (texts within a brand)
             * @example 12
             */
            prompts: number;
            /**
             * @description Platforms with a run
             * @example 3
             */
            platforms: number;
        };
        /**
         * @description Runs behind the row, the latest first
         * @example {
         *       "run_ids": [
         *         "019aa0c4-7f00-7000-8000-000000000003"
         *       ]
         *     }
         */
        Evidence: {
            /**
             * @description At most 20 ids
             * @example [
             *       "019aa0c4-7f00-7000-8000-000000000003"
             *     ]
             */
            run_ids: string[];
        };
        /**
         * @description The same measures over the days that are compared with; null where there was no run
         * @example {
         *       "visibility": 50,
         *       "visibility_count": 2,
         *       "visibility_total": 4,
         *       "sentiment": 75,
         *       "sentiment_sum": 150,
         *       "sentiment_count": 2,
         *       "position": 2,
         *       "position_sum": 4,
         *       "position_count": 2
         *     }
         */
        PreviousRuns: {
            /**
             * @description As in the row
             * @example 50
             */
            visibility: number | null;
            /**
             * @description As in the row
             * @example 2
             */
            visibility_count: number;
            /**
             * @description As in the row
             * @example 4
             */
            visibility_total: number;
            /**
             * @description As in the row
             * @example 75
             */
            sentiment: number | null;
            /**
             * @description Sum of the scores behind sentiment, with dimensions: rows can be added up
             * @example 162.5
             */
            sentiment_sum: number;
            /**
             * @description As in the row
             * @example 2
             */
            sentiment_count: number;
            /**
             * @description As in the row
             * @example 2
             */
            position: number | null;
            /**
             * @description Sum of the positions behind position, with dimensions
             * @example 3
             */
            position_sum: number;
            /**
             * @description As in the row
             * @example 2
             */
            position_count: number;
            /**
             * @description As in the row
             * @example 3
             */
            prompt_count?: number;
            /**
             * @description 100 × visibility_count ÷ share_of_voice_total, two decimals; null without a competitor or a naming
             * @example 40
             */
            share_of_voice?: number | null;
            /**
             * @description Namings of the brand and of its competitors, one a run and name
             * @example 5
             */
            share_of_voice_total?: number;
        } | null;
        /**
         * @description `up` and `down`: the change is larger than chance explains (95 %). `within_noise`: it is not. `too_few`: below 8
         *     prompts or 40 runs in one of the ranges. `not_comparable`: the prompts or the models are not the same in both ranges;
         *     `common_prompts` compares those prompts that are.
         * @example within_noise
         * @enum {string}
         */
        Verdict: "up" | "down" | "within_noise" | "too_few" | "not_comparable";
        /**
         * @description From the days that are compared with to the row's: of visibility, in the mentions report of sentiment. Runs of one
         *     prompt resemble each other, so prompts are compared, each with itself.
         * @example {
         *       "points": 16.67,
         *       "low": -30.5,
         *       "high": 63.84,
         *       "verdict": "within_noise"
         *     }
         */
        Change: {
            /**
             * @description Difference in points, two decimals; null where one of the ranges has no run
             * @example 16.67
             */
            points: number | null;
            /**
             * @description Lower 95 % bound of the difference
             * @example -30.5
             */
            low: number | null;
            /**
             * @description Upper 95 % bound of the difference
             * @example 63.84
             */
            high: number | null;
            verdict: components["schemas"]["Verdict"];
            /**
             * @description The change over the prompts that both ranges have, where the verdict is not_comparable
             * @example {
             *       "prompts": 9,
             *       "points": 12.5,
             *       "low": -20,
             *       "high": 45,
             *       "verdict": "within_noise"
             *     }
             */
            common_prompts?: {
                /**
                 * @description How many
                 * @example 9
                 */
                prompts: number;
                /**
                 * @description Difference in points, two decimals; null where one of the ranges has no run
                 * @example 16.67
                 */
                points: number | null;
                /**
                 * @description Lower 95 % bound of the difference
                 * @example -30.5
                 */
                low: number | null;
                /**
                 * @description Upper 95 % bound of the difference
                 * @example 63.84
                 */
                high: number | null;
                verdict: components["schemas"]["Verdict"];
            };
        };
        /**
         * @description A competitor in the runs behind a brand's row
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000021",
         *       "name": "Gleamwell",
         *       "visibility": 33.33,
         *       "visibility_count": 1,
         *       "visibility_total": 3,
         *       "sentiment": 60,
         *       "sentiment_count": 1,
         *       "position": 2,
         *       "position_count": 1,
         *       "share_of_voice": 33.33
         *     }
         */
        CompetitorMeasures: {
            /**
             * @description Id of the competitor
             * @example 019aa0c4-7f00-7000-8000-000000000021
             */
            id: string;
            /**
             * @description Its name
             * @example Gleamwell
             */
            name: string;
            /**
             * @description 100 × visibility_count ÷ visibility_total
             * @example 33.33
             */
            visibility: number | null;
            /**
             * @description Runs whose answer names it
             * @example 1
             */
            visibility_count: number;
            /**
             * @description Runs of the row
             * @example 3
             */
            visibility_total: number;
            /**
             * @description Mean sentiment score of the runs that name it and have one
             * @example 60
             */
            sentiment: number | null;
            /**
             * @description Runs with a score
             * @example 1
             */
            sentiment_count: number;
            /**
             * @description Mean position where it is named
             * @example 2
             */
            position: number | null;
            /**
             * @description Runs behind position
             * @example 1
             */
            position_count: number;
            /**
             * @description Its part of all namings of the brand and its competitors
             * @example 33.33
             */
            share_of_voice: number | null;
        };
        /**
         * @description How visible one brand was
         * @example {
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "visibility": 66.67,
         *       "visibility_count": 2,
         *       "visibility_total": 3,
         *       "sentiment": 81.25,
         *       "sentiment_count": 2,
         *       "position": 1.5,
         *       "position_count": 2
         *     }
         */
        BrandRow: {
            brand: components["schemas"]["BrandRef"];
            /**
             * @description 100 × visibility_count ÷ visibility_total, two decimals; null without a run
             * @example 66.67
             */
            visibility: number | null;
            /**
             * @description Completed runs whose answer names the brand
             * @example 2
             */
            visibility_count: number;
            /**
             * @description Completed runs of the brand's queries in the range
             * @example 3
             */
            visibility_total: number;
            /**
             * @description Mean sentiment score (0 to 100, 50 neutral) of the runs that name the brand and have a score; null where none has
             * @example 81.25
             */
            sentiment: number | null;
            /**
             * @description Runs with a score; fewer than visibility_count where nobody reads the language of an answer
             * @example 2
             */
            sentiment_count: number;
            /**
             * @description Mean position (1 = named first, among the brand and its competitors) where the brand is named
             * @example 1.5
             */
            position: number | null;
            /**
             * @description Runs behind position
             * @example 2
             */
            position_count: number;
            dimensions?: components["schemas"]["DimensionValues"];
            /**
             * @description Sum of the scores behind sentiment, with dimensions: rows can be added up
             * @example 162.5
             */
            sentiment_sum?: number;
            /**
             * @description Sum of the positions behind position, with dimensions
             * @example 3
             */
            position_sum?: number;
            /**
             * @description 100 × visibility_count ÷ share_of_voice_total, two decimals; null without a competitor or a naming
             * @example 40
             */
            share_of_voice?: number | null;
            /**
             * @description Namings of the brand and of its competitors, one a run and name
             * @example 5
             */
            share_of_voice_total?: number;
            /**
             * @description Lower 95 % bound of visibility; null under 2 prompts or 5 runs
             * @example 20.77
             */
            visibility_low?: number | null;
            /**
             * @description Upper 95 % bound of visibility
             * @example 93.85
             */
            visibility_high?: number | null;
            /**
             * @description Runs ÷ design effect: how many independent runs say as much, since runs of one prompt resemble each other
             * @example 2.4
             */
            visibility_effective_total?: number | null;
            /**
             * @description too_few below 8 prompts or 40 runs
             * @example too_few
             * @enum {string}
             */
            visibility_quality?: "good" | "too_few";
            /**
             * @description Lower 95 % bound of sentiment
             * @example 70.1
             */
            sentiment_low?: number | null;
            /**
             * @description Upper 95 % bound of sentiment
             * @example 92.4
             */
            sentiment_high?: number | null;
            /**
             * @description Lower 95 % bound of position
             * @example 1
             */
            position_low?: number | null;
            /**
             * @description Upper 95 % bound of position
             * @example 2.3
             */
            position_high?: number | null;
            sentiment_readers?: components["schemas"]["ReaderCounts"];
            coverage?: components["schemas"]["RowCoverage"];
            evidence?: components["schemas"]["Evidence"];
            previous?: components["schemas"]["PreviousRuns"];
            change?: components["schemas"]["Change"];
            /**
             * @description The brand's competitors in the same runs
             * @example []
             */
            competitors?: components["schemas"]["CompetitorMeasures"][];
        };
        /**
         * @description The days that rows are compared with
         * @example {
         *       "start_date": "2026-09-01",
         *       "end_date": "2026-09-30"
         *     }
         */
        ComparedRange: {
            /**
             * Format: date
             * @description First day (UTC, inclusive)
             * @example 2026-09-01
             */
            start_date: string;
            /**
             * Format: date
             * @description Last day (UTC, inclusive)
             * @example 2026-09-30
             */
            end_date: string;
        };
        /**
         * @description The brands report
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        BrandsReport: {
            /**
             * @description The brands of this page
             * @example []
             */
            data: components["schemas"]["BrandRow"][];
            /**
             * @description All matching brands
             * @example 1
             */
            total: number;
            compared_to?: components["schemas"]["ComparedRange"];
        };
        /**
         * @description A week is an ISO week, a day is UTC
         * @example platform
         * @enum {string}
         */
        BrandsReportDimension: "day" | "week" | "month" | "platform" | "query" | "tag" | "branded" | "model" | "country" | "language" | "sentiment_reader";
        /**
         * @description What to include
         * @example intervals
         * @enum {string}
         */
        BrandsReportInclude: "intervals" | "share_of_voice" | "competitors" | "coverage" | "evidence" | "readers";
        /**
         * @description Who made a sentiment score. `LEXICON`: the rules of this program, which read English; `MODEL`: a model of the
         *     organisation's own integration; `SENT`: it came with the run; `PERSON`: a member corrected it (mentions alone).
         * @example LEXICON
         * @enum {string}
         */
        SentimentReader: "LEXICON" | "MODEL" | "SENT" | "PERSON";
        /**
         * @description Range, page and breakdown of the brands report; every field is optional
         * @example {
         *       "start_date": "2026-10-01",
         *       "end_date": "2026-10-31",
         *       "limit": 100,
         *       "offset": 0
         *     }
         */
        BrandsReportParameters: {
            /**
             * @description Restricts the report to one brand; an unknown one gives an empty report
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            brand_id?: string;
            /**
             * @description Alias of brand_id. Send one or the other.
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            project_id?: string;
            /**
             * Format: date
             * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
             * @example 2026-10-01
             */
            start_date?: string;
            /**
             * Format: date
             * @description Last day of the range (UTC, inclusive); today by default
             * @example 2026-10-31
             */
            end_date?: string;
            /**
             * @description Most entries to return; at most 1000 with competitors or evidence included
             * @default 1000
             * @example 100
             */
            limit?: number;
            /**
             * @description Entries to pass over first
             * @default 0
             * @example 0
             */
            offset?: number;
            /**
             * @description Stay on the snapshot of an earlier answer, as the header X-Snapshot-Id does
             * @example 20261120T081500123Z-4f2a91
             */
            snapshot_id?: string;
            /**
             * @description Divides each brand's row: one row for each value that has a run. `query` is the prompt's text, over all
             *     platforms. A run counts once for each tag of its query, so rows of tags don't add up; all others do.
             * @example [
             *       "platform",
             *       "week"
             *     ]
             */
            dimensions?: components["schemas"]["BrandsReportDimension"][];
            /**
             * @description Runs that count, in numerator and denominator alike. All filters must hold. `sentiment_reader` leaves out whole
             *     runs, those without a score too: for the scores of one reader among all runs, see sentiment_readers.
             * @example [
             *       {
             *         "field": "platform",
             *         "operator": "in",
             *         "values": [
             *           "CHATGPT",
             *           "CLAUDE"
             *         ]
             *       }
             *     ]
             */
            filters?: {
                /**
                 * @description What is compared; brand by id or name, query by the text of the prompt
                 * @example platform
                 * @enum {string}
                 */
                field: "brand" | "query" | "tag" | "platform" | "model" | "country" | "language" | "branded" | "mentioned" | "sentiment" | "sentiment_reader";
                /**
                 * @description `contains` (texts only): one of the values is a part; A–Z and the capitals of Latin-1, Greek and Cyrillic count as their small letters
                 * @example in
                 * @enum {string}
                 */
                operator: "in" | "not_in" | "contains";
                /**
                 * @description Texts, true or false, or null for what is unknown
                 * @example [
                 *       "CHATGPT"
                 *     ]
                 */
                values: (string | boolean | (never | null))[];
            }[];
            /**
             * @description Rows that are shown, by their measures. It changes no number, and `total` counts the rows that are left.
             * @example [
             *       {
             *         "field": "visibility_total",
             *         "operator": "gte",
             *         "value": 10
             *       }
             *     ]
             */
            having?: {
                /**
                 * @description The measure
                 * @example visibility_total
                 * @enum {string}
                 */
                field: "visibility" | "visibility_count" | "visibility_total" | "sentiment" | "sentiment_count" | "position" | "position_count" | "share_of_voice";
                /**
                 * @description At least or at most
                 * @example gte
                 * @enum {string}
                 */
                operator: "gte" | "lte";
                /**
                 * @description The bound
                 * @example 10
                 */
                value: number;
            }[];
            /**
             * @description Order of rows; rows that are alike stay in the order they have without it. That is, with dimensions, by
             *     brand, then by each dimension as given; null is last in any order.
             * @example [
             *       {
             *         "field": "visibility",
             *         "direction": "desc"
             *       }
             *     ]
             */
            order_by?: {
                /**
                 * @description A measure, the brand (by name), or one of the dimensions asked for
                 * @example visibility
                 * @enum {string}
                 */
                field: "brand" | "day" | "week" | "month" | "platform" | "query" | "tag" | "branded" | "model" | "country" | "language" | "sentiment_reader" | "visibility" | "visibility_count" | "visibility_total" | "sentiment" | "sentiment_count" | "position" | "position_count" | "share_of_voice";
                /**
                 * @description Ascending or descending
                 * @default asc
                 * @example desc
                 * @enum {string}
                 */
                direction?: "asc" | "desc";
            }[];
            /**
             * @description More of each row. `intervals`: 95 % bounds of visibility, sentiment and position. `share_of_voice`: beside the
             *     brand's competitors. `competitors`: each competitor's measures, at most 50,000 on a page. `coverage`: days, prompts
             *     and platforms behind the row. `evidence`: ids of runs behind the row. `readers`: how many scores each reader made.
             * @example [
             *       "intervals"
             *     ]
             */
            include?: components["schemas"]["BrandsReportInclude"][];
            /**
             * @description A second range to compare each row with; it must not overlap the first
             * @example previous
             */
            compare_to?: "previous" | {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-09-01
                 */
                start_date: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-09-30
                 */
                end_date: string;
            };
            /**
             * @description Whose scores count as sentiment; all by default. A score of another reader is as if there were none: sentiment is
             *     null and not counted, and all else stays as it is.
             * @example [
             *       "MODEL",
             *       "PERSON"
             *     ]
             */
            sentiment_readers?: components["schemas"]["SentimentReader"][];
        };
        /**
         * @description The latest completed run of a query in the range
         * @example {
         *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *       "brandMentioned": true,
         *       "visibilityScore": 100,
         *       "position": 1,
         *       "sentimentScore": 81.25,
         *       "sentimentReader": "LEXICON"
         *     }
         */
        LatestResult: {
            /**
             * @description Id of the run
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            runId: string;
            /**
             * @description Whether the answer names the brand
             * @example true
             */
            brandMentioned: boolean;
            /**
             * @description 0 when not named, else 100 − 15 × (position − 1), at least 10
             * @example 100
             */
            visibilityScore: number;
            /**
             * @description Position of the brand (1 = named first); null when not named
             * @example 1
             */
            position: number | null;
            /**
             * @description Sentiment towards the brand; null when not named, or where nobody reads the language of the answer
             * @example 81.25
             */
            sentimentScore: number | null;
            sentimentReader: components["schemas"]["SentimentReaderOrNull"];
        };
        /**
         * @description A prompt with its latest result
         * @example {
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       },
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "executedAt": "2026-10-31T09:30:00.000Z",
         *       "latestResult": {
         *         "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *         "brandMentioned": true,
         *         "visibilityScore": 100,
         *         "position": 1,
         *         "sentimentScore": 81.25,
         *         "sentimentReader": "LEXICON"
         *       }
         *     }
         */
        QueryRow: {
            query: components["schemas"]["QueryRef"];
            brand: components["schemas"]["BrandRef"];
            /**
             * Format: date-time
             * @description When the latest run was made
             * @example 2026-10-31T09:30:00.000Z
             */
            executedAt: string;
            latestResult: components["schemas"]["LatestResult"];
            evidence?: components["schemas"]["Evidence"];
        };
        /**
         * @description A group of runs, with dimensions
         * @example {
         *       "dimensions": {
         *         "platform": "CHATGPT"
         *       },
         *       "visibility": 66.67,
         *       "visibility_count": 2,
         *       "visibility_total": 3,
         *       "sentiment": 81.25,
         *       "sentiment_sum": 162.5,
         *       "sentiment_count": 2,
         *       "position": 1.5,
         *       "position_sum": 3,
         *       "position_count": 2,
         *       "prompt_count": 1
         *     }
         */
        QueryGroupRow: {
            brand?: components["schemas"]["BrandRef"];
            dimensions: components["schemas"]["DimensionValues"];
            /**
             * @description 100 × visibility_count ÷ visibility_total, two decimals; null without a run
             * @example 66.67
             */
            visibility: number | null;
            /**
             * @description Runs whose answer names their brand
             * @example 2
             */
            visibility_count: number;
            /**
             * @description Runs
             * @example 3
             */
            visibility_total: number;
            /**
             * @description Mean sentiment score of the runs that name the brand and have one
             * @example 81.25
             */
            sentiment: number | null;
            /**
             * @description Sum of the scores behind sentiment, with dimensions: rows can be added up
             * @example 162.5
             */
            sentiment_sum: number;
            /**
             * @description Runs with a score; fewer than visibility_count where nobody reads the language of an answer
             * @example 2
             */
            sentiment_count: number;
            /**
             * @description Mean position where the brand is named
             * @example 1.5
             */
            position: number | null;
            /**
             * @description Sum of the positions behind position, with dimensions
             * @example 3
             */
            position_sum: number;
            /**
             * @description Runs behind position
             * @example 2
             */
            position_count: number;
            /**
             * @description Prompts (texts within a brand) with a run
             * @example 1
             */
            prompt_count: number;
            /**
             * @description 100 × visibility_count ÷ share_of_voice_total, two decimals; null without a competitor or a naming
             * @example 40
             */
            share_of_voice?: number | null;
            /**
             * @description Namings of the brand and of its competitors, one a run and name
             * @example 5
             */
            share_of_voice_total?: number;
            /**
             * @description Lower 95 % bound of visibility; null under 2 prompts or 5 runs
             * @example 20.77
             */
            visibility_low?: number | null;
            /**
             * @description Upper 95 % bound of visibility
             * @example 93.85
             */
            visibility_high?: number | null;
            /**
             * @description Runs ÷ design effect: how many independent runs say as much, since runs of one prompt resemble each other
             * @example 2.4
             */
            visibility_effective_total?: number | null;
            /**
             * @description too_few below 8 prompts or 40 runs
             * @example too_few
             * @enum {string}
             */
            visibility_quality?: "good" | "too_few";
            /**
             * @description Lower 95 % bound of sentiment
             * @example 70.1
             */
            sentiment_low?: number | null;
            /**
             * @description Upper 95 % bound of sentiment
             * @example 92.4
             */
            sentiment_high?: number | null;
            /**
             * @description Lower 95 % bound of position
             * @example 1
             */
            position_low?: number | null;
            /**
             * @description Upper 95 % bound of position
             * @example 2.3
             */
            position_high?: number | null;
            sentiment_readers?: components["schemas"]["ReaderCounts"];
            coverage?: components["schemas"]["RowCoverage"];
            evidence?: components["schemas"]["Evidence"];
            previous?: components["schemas"]["PreviousRuns"];
            change?: components["schemas"]["Change"];
        };
        /**
         * @description A query, or a group of runs with dimensions
         * @example {
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       },
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "executedAt": "2026-10-31T09:30:00.000Z",
         *       "latestResult": {
         *         "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *         "brandMentioned": true,
         *         "visibilityScore": 100,
         *         "position": 1,
         *         "sentimentScore": 81.25,
         *         "sentimentReader": "LEXICON"
         *       }
         *     }
         */
        QueriesReportRow: components["schemas"]["QueryRow"] | components["schemas"]["QueryGroupRow"];
        /**
         * @description The queries report
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        QueriesReport: {
            /**
             * @description The queries of this page
             * @example []
             */
            data: components["schemas"]["QueriesReportRow"][];
            /**
             * @description All matching queries; with updated_since, those in data of all pages
             * @example 1
             */
            total: number;
            compared_to?: components["schemas"]["ComparedRange"];
            /**
             * @description With updated_since, ids of what left the report, by id, at most `limit` a page. Of mentions the mention's, of queries the query's.
             * @example [
             *       "019aa0c4-7f00-7000-8000-000000000002"
             *     ]
             */
            removed?: string[];
            /**
             * @description With updated_since or after, what to send as `after` for the next page; null after the last
             * @example WyIyMDI2MTEyMFQw
             */
            next?: string | null;
        };
        /**
         * @description A week is an ISO week, a day is UTC
         * @example query
         * @enum {string}
         */
        QueriesReportDimension: "brand" | "day" | "week" | "month" | "platform" | "query" | "tag" | "branded" | "model" | "country" | "language" | "sentiment_reader";
        /**
         * @description What to include
         * @example intervals
         * @enum {string}
         */
        QueriesReportInclude: "intervals" | "share_of_voice" | "coverage" | "evidence" | "readers";
        /**
         * @description Range, page and breakdown of the queries report; every field is optional
         * @example {
         *       "start_date": "2026-10-01",
         *       "end_date": "2026-10-31",
         *       "limit": 100,
         *       "offset": 0
         *     }
         */
        QueriesReportParameters: {
            /**
             * @description Restricts the report to one brand; an unknown one gives an empty report
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            brand_id?: string;
            /**
             * @description Alias of brand_id. Send one or the other.
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            project_id?: string;
            /**
             * Format: date
             * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
             * @example 2026-10-01
             */
            start_date?: string;
            /**
             * Format: date
             * @description Last day of the range (UTC, inclusive); today by default
             * @example 2026-10-31
             */
            end_date?: string;
            /**
             * @description Most entries to return; at most 1000 with competitors or evidence included
             * @default 1000
             * @example 100
             */
            limit?: number;
            /**
             * @description Entries to pass over first
             * @default 0
             * @example 0
             */
            offset?: number;
            /**
             * @description Stay on the snapshot of an earlier answer, as the header X-Snapshot-Id does
             * @example 20261120T081500123Z-4f2a91
             */
            snapshot_id?: string;
            /**
             * @description Only what changed since this snapshot: the `X-Snapshot-Id` of an earlier answer, up to 35 days old. `data` has the
             *     rows that are new or changed, now and then one that is as it was; `removed` the ids of those that are no rows any
             *     more, now and then one that you never had. Take all pages in, by `next`, and send the `X-Snapshot-Id` of their
             *     answers the next time: a copy that is kept so equals the report. Ask for the same days and brand each time, with
             *     start_date and end_date: rows that leave because the range moved are not told. What changed since an older or
             *     unknown snapshot is answered with 410: pull the whole report then, beginning with `"after": "start"`. As CSV and
             *     NDJSON, rows have a column `deleted` instead of `removed`, and `X-Next-After` is the `next`. Not with
             *     dimensions, filters, having, order_by, include, compare_to, sentiment_readers and offset.
             * @example 20261120T081500123Z-4f2a91
             */
            updated_since?: string;
            /**
             * @description Pages one after the other, all on one snapshot: `start`, then `next` of the page before, with the same fields
             *     otherwise (limit may differ). Without updated_since it pulls the whole report, however long, each page as fast
             *     as the first. Not with dimensions, filters, having, order_by, include, compare_to, sentiment_readers and
             *     offset.
             * @example start
             */
            after?: string;
            /**
             * @description Rows are then groups of runs instead of queries: one for each value that has a run. `query` is the prompt's text
             *     within a brand, over all platforms; such rows name the brand too. A run counts once for each tag of its query,
             *     so rows of tags don't add up; all others do.
             * @example [
             *       "query"
             *     ]
             */
            dimensions?: components["schemas"]["QueriesReportDimension"][];
            /**
             * @description Runs that count. All filters must hold. Without dimensions, rows show the latest of these runs. `sentiment_reader`
             *     leaves out whole runs, those without a score too: for the scores of one reader among all runs, see
             *     sentiment_readers.
             * @example [
             *       {
             *         "field": "platform",
             *         "operator": "in",
             *         "values": [
             *           "CHATGPT",
             *           "CLAUDE"
             *         ]
             *       }
             *     ]
             */
            filters?: {
                /**
                 * @description What is compared; brand by id or name, query by the text of the prompt
                 * @example tag
                 * @enum {string}
                 */
                field: "brand" | "query" | "tag" | "platform" | "model" | "country" | "language" | "branded" | "mentioned" | "sentiment" | "sentiment_reader";
                /**
                 * @description `contains` (texts only): one of the values is a part; A–Z and the capitals of Latin-1, Greek and Cyrillic count as their small letters
                 * @example in
                 * @enum {string}
                 */
                operator: "in" | "not_in" | "contains";
                /**
                 * @description Texts, true or false, or null for what is unknown
                 * @example [
                 *       "CHATGPT"
                 *     ]
                 */
                values: (string | boolean | (never | null))[];
            }[];
            /**
             * @description Rows that are shown, by their measures. It changes no number, and `total` counts the rows that are left.
             * @example [
             *       {
             *         "field": "visibility_total",
             *         "operator": "gte",
             *         "value": 10
             *       }
             *     ]
             */
            having?: {
                /**
                 * @description The measure
                 * @example visibility_total
                 * @enum {string}
                 */
                field: "visibility_score" | "visibility" | "visibility_count" | "visibility_total" | "sentiment" | "sentiment_count" | "position" | "position_count" | "prompt_count" | "share_of_voice";
                /**
                 * @description At least or at most
                 * @example gte
                 * @enum {string}
                 */
                operator: "gte" | "lte";
                /**
                 * @description The bound
                 * @example 10
                 */
                value: number;
            }[];
            /**
             * @description Order of rows; rows that are alike stay in the order they have without it. That is, with dimensions, by each
             *     dimension as given; null is last in any order.
             * @example [
             *       {
             *         "field": "visibility",
             *         "direction": "desc"
             *       }
             *     ]
             */
            order_by?: {
                /**
                 * @description A measure or one of the dimensions asked for; without dimensions executed_at, brand, platform, query, visibility_score, position or sentiment
                 * @example visibility
                 * @enum {string}
                 */
                field: "executed_at" | "visibility_score" | "brand" | "day" | "week" | "month" | "platform" | "query" | "tag" | "branded" | "model" | "country" | "language" | "sentiment_reader" | "visibility" | "visibility_count" | "visibility_total" | "sentiment" | "sentiment_count" | "position" | "position_count" | "prompt_count" | "share_of_voice";
                /**
                 * @description Ascending or descending
                 * @default asc
                 * @example desc
                 * @enum {string}
                 */
                direction?: "asc" | "desc";
            }[];
            /**
             * @description More of each row; without dimensions only `evidence`. `intervals`: 95 % bounds of visibility, sentiment and
             *     position. `share_of_voice`: of the brands beside their competitors. `coverage`: days, prompts and platforms
             *     behind the row. `evidence`: ids of runs behind the row. `readers`: how many scores each reader made.
             * @example [
             *       "intervals"
             *     ]
             */
            include?: components["schemas"]["QueriesReportInclude"][];
            /**
             * @description A second range to compare each row with; it must not overlap the first
             * @example previous
             */
            compare_to?: "previous" | {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-09-01
                 */
                start_date: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-09-30
                 */
                end_date: string;
            };
            /**
             * @description Whose scores count as sentiment; all by default. A score of another reader is as if there were none: sentiment is
             *     null and not counted, and all else stays as it is.
             * @example [
             *       "MODEL",
             *       "PERSON"
             *     ]
             */
            sentiment_readers?: components["schemas"]["SentimentReader"][];
        };
        /**
         * @description A mention of a brand in an answer, with one source the answer cites
         * @example {
         *       "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example",
         *       "sourceUrl": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps",
         *       "snippet": "Lumenfold is the gentlest lamp we found.",
         *       "platform": "CHATGPT",
         *       "sentiment": "POSITIVE",
         *       "sentimentScore": 81.25,
         *       "sentimentReader": "LEXICON",
         *       "discoveredAt": "2026-10-31T09:30:00.000Z",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       }
         *     }
         */
        MentionRow: {
            /**
             * @description Id of the mention, of (run, brand, URL)
             * @example 7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa
             */
            id: string;
            brand: components["schemas"]["BrandRef"];
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description Name or domain of the source
             * @example reviews.example
             */
            sourceName: string | null;
            /**
             * @description Address of the source
             * @example https://reviews.example/best-reading-lamps
             */
            sourceUrl: string | null;
            /**
             * @description Title of the source
             * @example Best reading lamps
             */
            title: string | null;
            /**
             * @description The sentence that names the brand, at most 300 characters
             * @example Lumenfold is the gentlest lamp we found.
             */
            snippet: string | null;
            platform: components["schemas"]["Platform"];
            sentiment: components["schemas"]["SentimentOrNull"];
            /**
             * @description Sentiment towards the brand in this answer; null where nobody reads its language
             * @example 81.25
             */
            sentimentScore: number | null;
            sentimentReader: components["schemas"]["SentimentReaderOrNull"];
            /**
             * Format: date-time
             * @description When the answer was given
             * @example 2026-10-31T09:30:00.000Z
             */
            discoveredAt: string;
            query: components["schemas"]["QueryRef"];
            evidence?: components["schemas"]["Evidence"];
        };
        /**
         * @description The same measures over the days that are compared with; null where there was no mention
         * @example {
         *       "mention_count": 4,
         *       "run_count": 2,
         *       "positive_count": 3,
         *       "neutral_count": 1,
         *       "negative_count": 0,
         *       "sentiment": 73.5,
         *       "sentiment_sum": 294,
         *       "sentiment_count": 4
         *     }
         */
        PreviousMentions: {
            /**
             * @description As in the row
             * @example 4
             */
            mention_count: number;
            /**
             * @description As in the row
             * @example 2
             */
            run_count: number;
            /**
             * @description As in the row
             * @example 3
             */
            positive_count: number;
            /**
             * @description As in the row
             * @example 1
             */
            neutral_count: number;
            /**
             * @description As in the row
             * @example 0
             */
            negative_count: number;
            /**
             * @description As in the row
             * @example 73.5
             */
            sentiment: number | null;
            /**
             * @description Sum of the scores behind sentiment, with dimensions: rows can be added up
             * @example 162.5
             */
            sentiment_sum: number;
            /**
             * @description As in the row
             * @example 4
             */
            sentiment_count: number;
        } | null;
        /**
         * @description A group of mentions, with dimensions
         * @example {
         *       "dimensions": {
         *         "domain": "reviews.example"
         *       },
         *       "mention_count": 4,
         *       "run_count": 2,
         *       "positive_count": 3,
         *       "neutral_count": 1,
         *       "negative_count": 0,
         *       "sentiment": 73.5,
         *       "sentiment_sum": 294,
         *       "sentiment_count": 4
         *     }
         */
        MentionGroupRow: {
            brand?: components["schemas"]["BrandRef"];
            dimensions: components["schemas"]["DimensionValues"];
            /**
             * @description Mentions
             * @example 4
             */
            mention_count: number;
            /**
             * @description Runs they are of
             * @example 2
             */
            run_count: number;
            /**
             * @description Mentions that are POSITIVE
             * @example 3
             */
            positive_count: number;
            /**
             * @description Mentions that are NEUTRAL; those without a score are not
             * @example 1
             */
            neutral_count: number;
            /**
             * @description Mentions that are NEGATIVE
             * @example 0
             */
            negative_count: number;
            /**
             * @description Mean of sentimentScore where there is one, two decimals
             * @example 73.5
             */
            sentiment: number | null;
            /**
             * @description Sum of the scores behind sentiment, with dimensions: rows can be added up
             * @example 162.5
             */
            sentiment_sum: number;
            /**
             * @description Mentions with a score: positive_count + neutral_count + negative_count
             * @example 4
             */
            sentiment_count: number;
            /**
             * @description Lower 95 % bound of sentiment
             * @example 70.1
             */
            sentiment_low?: number | null;
            /**
             * @description Upper 95 % bound of sentiment
             * @example 92.4
             */
            sentiment_high?: number | null;
            sentiment_readers?: components["schemas"]["ReaderCounts"];
            coverage?: components["schemas"]["RowCoverage"];
            evidence?: components["schemas"]["Evidence"];
            previous?: components["schemas"]["PreviousMentions"];
            change?: components["schemas"]["Change"];
        };
        /**
         * @description A mention, or a group of mentions with dimensions
         * @example {
         *       "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example",
         *       "sourceUrl": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps",
         *       "snippet": "Lumenfold is the gentlest lamp we found.",
         *       "platform": "CHATGPT",
         *       "sentiment": "POSITIVE",
         *       "sentimentScore": 81.25,
         *       "sentimentReader": "LEXICON",
         *       "discoveredAt": "2026-10-31T09:30:00.000Z",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       }
         *     }
         */
        MentionsReportRow: components["schemas"]["MentionRow"] | components["schemas"]["MentionGroupRow"];
        /**
         * @description The mentions report
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        MentionsReport: {
            /**
             * @description The mentions of this page
             * @example []
             */
            data: components["schemas"]["MentionsReportRow"][];
            /**
             * @description All matching mentions; with updated_since, those in data of all pages
             * @example 1
             */
            total: number;
            compared_to?: components["schemas"]["ComparedRange"];
            /**
             * @description With updated_since, ids of what left the report, by id, at most `limit` a page. Of mentions the mention's, of queries the query's.
             * @example [
             *       "019aa0c4-7f00-7000-8000-000000000002"
             *     ]
             */
            removed?: string[];
            /**
             * @description With updated_since or after, what to send as `after` for the next page; null after the last
             * @example WyIyMDI2MTEyMFQw
             */
            next?: string | null;
        };
        /**
         * @description A week is an ISO week, a day is UTC; domain is null where the answer cites nothing
         * @example domain
         * @enum {string}
         */
        MentionsReportDimension: "brand" | "day" | "week" | "month" | "platform" | "query" | "tag" | "branded" | "model" | "country" | "language" | "sentiment_reader" | "source_type" | "domain";
        /**
         * @description What to include
         * @example evidence
         * @enum {string}
         */
        MentionsReportInclude: "intervals" | "coverage" | "evidence" | "readers";
        /**
         * @description Range, page and breakdown of the mentions report; every field is optional
         * @example {
         *       "start_date": "2026-10-01",
         *       "end_date": "2026-10-31",
         *       "limit": 100,
         *       "offset": 0
         *     }
         */
        MentionsReportParameters: {
            /**
             * @description Restricts the report to one brand; an unknown one gives an empty report
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            brand_id?: string;
            /**
             * @description Alias of brand_id. Send one or the other.
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            project_id?: string;
            /**
             * Format: date
             * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
             * @example 2026-10-01
             */
            start_date?: string;
            /**
             * Format: date
             * @description Last day of the range (UTC, inclusive); today by default
             * @example 2026-10-31
             */
            end_date?: string;
            /**
             * @description Most entries to return; at most 1000 with competitors or evidence included
             * @default 1000
             * @example 100
             */
            limit?: number;
            /**
             * @description Entries to pass over first
             * @default 0
             * @example 0
             */
            offset?: number;
            /**
             * @description Stay on the snapshot of an earlier answer, as the header X-Snapshot-Id does
             * @example 20261120T081500123Z-4f2a91
             */
            snapshot_id?: string;
            /**
             * @description Only what changed since this snapshot: the `X-Snapshot-Id` of an earlier answer, up to 35 days old. `data` has the
             *     rows that are new or changed, now and then one that is as it was; `removed` the ids of those that are no rows any
             *     more, now and then one that you never had. Take all pages in, by `next`, and send the `X-Snapshot-Id` of their
             *     answers the next time: a copy that is kept so equals the report. Ask for the same days and brand each time, with
             *     start_date and end_date: rows that leave because the range moved are not told. What changed since an older or
             *     unknown snapshot is answered with 410: pull the whole report then, beginning with `"after": "start"`. As CSV and
             *     NDJSON, rows have a column `deleted` instead of `removed`, and `X-Next-After` is the `next`. Not with
             *     dimensions, filters, having, order_by, include, compare_to, sentiment_readers and offset.
             * @example 20261120T081500123Z-4f2a91
             */
            updated_since?: string;
            /**
             * @description Pages one after the other, all on one snapshot: `start`, then `next` of the page before, with the same fields
             *     otherwise (limit may differ). Without updated_since it pulls the whole report, however long, each page as fast
             *     as the first. Not with dimensions, filters, having, order_by, include, compare_to, sentiment_readers and
             *     offset.
             * @example start
             */
            after?: string;
            /**
             * @description Rows are then groups of mentions: one for each value that has one. `query` is the prompt's text within a brand,
             *     over all platforms; such rows name the brand too. A mention counts once for each tag of its query, so rows of
             *     tags don't add up; all others do.
             * @example [
             *       "domain"
             *     ]
             */
            dimensions?: components["schemas"]["MentionsReportDimension"][];
            /**
             * @description Mentions that count. All filters must hold. `sentiment_reader` leaves out whole mentions: for the scores of one
             *     reader among all mentions, see sentiment_readers.
             * @example [
             *       {
             *         "field": "domain",
             *         "operator": "contains",
             *         "values": [
             *           "reviews"
             *         ]
             *       }
             *     ]
             */
            filters?: {
                /**
                 * @description What is compared; brand by id or name, query by the text of the prompt
                 * @example domain
                 * @enum {string}
                 */
                field: "brand" | "query" | "tag" | "platform" | "model" | "country" | "language" | "branded" | "sentiment" | "sentiment_reader" | "source_type" | "domain";
                /**
                 * @description `contains` (texts only): one of the values is a part; A–Z and the capitals of Latin-1, Greek and Cyrillic count as their small letters
                 * @example in
                 * @enum {string}
                 */
                operator: "in" | "not_in" | "contains";
                /**
                 * @description Texts, true or false, or null for what is unknown
                 * @example [
                 *       "CHATGPT"
                 *     ]
                 */
                values: (string | boolean | (never | null))[];
            }[];
            /**
             * @description Rows that are shown, by their measures. It changes no number, and `total` counts the rows that are left.
             * @example [
             *       {
             *         "field": "mention_count",
             *         "operator": "gte",
             *         "value": 10
             *       }
             *     ]
             */
            having?: {
                /**
                 * @description The measure
                 * @example mention_count
                 * @enum {string}
                 */
                field: "mention_count" | "run_count" | "positive_count" | "neutral_count" | "negative_count" | "sentiment" | "sentiment_count";
                /**
                 * @description At least or at most
                 * @example gte
                 * @enum {string}
                 */
                operator: "gte" | "lte";
                /**
                 * @description The bound
                 * @example 10
                 */
                value: number;
            }[];
            /**
             * @description Order of rows; rows that are alike stay in the order they have without it. That is, with dimensions, by each
             *     dimension as given; null is last in any order.
             * @example [
             *       {
             *         "field": "mention_count",
             *         "direction": "desc"
             *       }
             *     ]
             */
            order_by?: {
                /**
                 * @description A measure or one of the dimensions asked for; without dimensions discovered_at, brand, platform, query, source_type, domain or sentiment
                 * @example mention_count
                 * @enum {string}
                 */
                field: "discovered_at" | "brand" | "day" | "week" | "month" | "platform" | "query" | "tag" | "branded" | "model" | "country" | "language" | "sentiment_reader" | "source_type" | "domain" | "mention_count" | "run_count" | "positive_count" | "neutral_count" | "negative_count" | "sentiment" | "sentiment_count";
                /**
                 * @description Ascending or descending
                 * @default asc
                 * @example desc
                 * @enum {string}
                 */
                direction?: "asc" | "desc";
            }[];
            /**
             * @description More of each row; without dimensions only `evidence`. `intervals`: 95 % bounds of sentiment. `coverage`: days,
             *     prompts and platforms behind the row. `evidence`: ids of runs behind the row. `readers`: how many scores each
             *     reader made.
             * @example [
             *       "evidence"
             *     ]
             */
            include?: components["schemas"]["MentionsReportInclude"][];
            /**
             * @description A second range to compare each row with; it must not overlap the first
             * @example previous
             */
            compare_to?: "previous" | {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-09-01
                 */
                start_date: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-09-30
                 */
                end_date: string;
            };
            /**
             * @description Whose scores count as sentiment; all by default. A score of another reader is as if there were none: sentiment is
             *     null and not counted, and all else stays as it is.
             * @example [
             *       "MODEL",
             *       "PERSON"
             *     ]
             */
            sentiment_readers?: components["schemas"]["SentimentReader"][];
        };
        /**
         * @description What plans limit: brands that are not archived, competitors of one brand (used: of the brand with most),
         *     queries (prompts), content (briefs and drafts made this UTC month), schemas (stored
         *     schema.org markup), apiKeys (that work and were not rotated), webhooks, pins (that did not fail).
         * @example brands
         * @enum {string}
         */
        QuotaName: "brands" | "competitors" | "queries" | "content" | "schemas" | "apiKeys" | "webhooks" | "pins";
        /**
         * @description What the plan allows of one thing, and how much of it is in use now
         * @example {
         *       "quota": "brands",
         *       "limit": 5,
         *       "used": 2
         *     }
         */
        QuotaUse: {
            quota: components["schemas"]["QuotaName"];
            /**
             * @description Most of them; null means unlimited
             * @example 5
             */
            limit: number | null;
            /**
             * @description In use now
             * @example 2
             */
            used: number;
        };
        /**
         * @description Your organisation's plan and what it uses of it
         * @example {
         *       "plan": "GROWTH",
         *       "reportsByKey": false,
         *       "quotas": [
         *         {
         *           "quota": "brands",
         *           "limit": 5,
         *           "used": 2
         *         }
         *       ],
         *       "planChange": false
         *     }
         */
        Subscription: {
            plan: components["schemas"]["Plan"];
            /**
             * @description Whether the reports by API key are part of the plan
             * @example false
             */
            reportsByKey: boolean;
            /**
             * @description Each quota with its use
             * @example [
             *       {
             *         "quota": "brands",
             *         "limit": 5,
             *         "used": 2
             *       }
             *     ]
             */
            quotas: components["schemas"]["QuotaUse"][];
            /**
             * @description Whether you may change the plan: an OWNER may where the operator allows it
             * @example false
             */
            planChange: boolean;
        };
        /**
         * @description The plan to change to
         * @example {
         *       "plan": "CUSTOM"
         *     }
         */
        SubscriptionUpdate: {
            plan: components["schemas"]["Plan"];
        };
        /**
         * @description What a plan allows of one thing
         * @example {
         *       "quota": "brands",
         *       "limit": 5
         *     }
         */
        PlanQuota: {
            quota: components["schemas"]["QuotaName"];
            /**
             * @description Most of them; null means unlimited
             * @example 5
             */
            limit: number | null;
        };
        /**
         * @description A plan and what it allows
         * @example {
         *       "plan": "GROWTH",
         *       "reportsByKey": false,
         *       "quotas": [
         *         {
         *           "quota": "brands",
         *           "limit": 5
         *         }
         *       ]
         *     }
         */
        PlanOffer: {
            plan: components["schemas"]["Plan"];
            /**
             * @description Whether the reports by API key are part of it
             * @example false
             */
            reportsByKey: boolean;
            /**
             * @description Its quotas
             * @example [
             *       {
             *         "quota": "brands",
             *         "limit": 5
             *       }
             *     ]
             */
            quotas: components["schemas"]["PlanQuota"][];
        };
        /**
         * @description All plans, smallest first
         * @example {
         *       "data": [],
         *       "total": 4
         *     }
         */
        PlanList: {
            /**
             * @description The plans
             * @example []
             */
            data: components["schemas"]["PlanOffer"][];
            /**
             * @description All plans
             * @example 4
             */
            total: number;
        };
        /**
         * @description Answers by whether they cite the brand's website and name the brand, `answers` together; null for a brand without a website
         * @example {
         *       "website": "https://lumenfold.example",
         *       "citedAndNamed": 9,
         *       "citedOnly": 2,
         *       "namedOnly": 13,
         *       "neither": 16
         *     }
         */
        OwnSiteCitations: {
            /**
             * @description The website of the brand
             * @example https://lumenfold.example
             */
            website: string;
            /**
             * @description Answers that cite the website and name the brand
             * @example 9
             */
            citedAndNamed: number;
            /**
             * @description Answers that cite the website and do not name the brand
             * @example 2
             */
            citedOnly: number;
            /**
             * @description Answers that name the brand and do not cite the website
             * @example 13
             */
            namedOnly: number;
            /**
             * @description Answers that do neither
             * @example 16
             */
            neither: number;
        } | null;
        /**
         * @description How often a kind of source is cited
         * @example {
         *       "sourceType": "REVIEW",
         *       "answers": 18,
         *       "namingAnswers": 12,
         *       "citations": 25
         *     }
         */
        SourceTypeCount: {
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description Answers that cite a source of this kind
             * @example 18
             */
            answers: number;
            /**
             * @description Of these, answers that name the brand
             * @example 12
             */
            namingAnswers: number;
            /**
             * @description Citations of this kind: an answer may cite several
             * @example 25
             */
            citations: number;
        };
        /**
         * @description How often answers to a brand's prompts cite its website, and what they cite
         * @example {
         *       "startDate": "2026-10-20",
         *       "endDate": "2026-11-19",
         *       "answers": 40,
         *       "namingAnswers": 22,
         *       "citingAnswers": 31,
         *       "ownSite": {
         *         "website": "https://lumenfold.example",
         *         "citedAndNamed": 9,
         *         "citedOnly": 2,
         *         "namedOnly": 13,
         *         "neither": 16
         *       },
         *       "sourceTypes": [
         *         {
         *           "sourceType": "REVIEW",
         *           "answers": 18,
         *           "namingAnswers": 12,
         *           "citations": 25
         *         }
         *       ]
         *     }
         */
        CitationOverview: {
            /**
             * Format: date
             * @description First day
             * @example 2026-10-20
             */
            startDate: string;
            /**
             * Format: date
             * @description Last day
             * @example 2026-11-19
             */
            endDate: string;
            /**
             * @description All answers
             * @example 40
             */
            answers: number;
            /**
             * @description Answers that name the brand
             * @example 22
             */
            namingAnswers: number;
            /**
             * @description Answers that cite a source
             * @example 31
             */
            citingAnswers: number;
            ownSite: components["schemas"]["OwnSiteCitations"];
            /**
             * @description Each kind of source that is cited, by the number of answers, most first
             * @example []
             */
            sourceTypes: components["schemas"]["SourceTypeCount"][];
        };
        /**
         * @description A domain that answers cite
         * @example {
         *       "domain": "reviews.example",
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example",
         *       "urlCount": 2,
         *       "count": 12,
         *       "namingCount": 7,
         *       "firstSeenAt": "2026-10-21T09:30:00.000Z",
         *       "lastSeenAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        CitedDomain: {
            /**
             * @description Its host, in lower case without www.
             * @example reviews.example
             */
            domain: string;
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description How the source is called
             * @example reviews.example
             */
            sourceName: string;
            /**
             * @description Distinct URLs of it that are cited
             * @example 2
             */
            urlCount: number;
            /**
             * @description Answers that cite it
             * @example 12
             */
            count: number;
            /**
             * @description Those of them that name the brand whose prompt they answer
             * @example 7
             */
            namingCount: number;
            /**
             * Format: date-time
             * @description The first of these answers
             * @example 2026-10-21T09:30:00.000Z
             */
            firstSeenAt: string;
            /**
             * Format: date-time
             * @description The last of these answers
             * @example 2026-11-19T09:30:00.000Z
             */
            lastSeenAt: string;
        };
        /**
         * @description A page of cited domains
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        CitedDomainList: {
            /**
             * @description The domains of this page
             * @example []
             */
            data: components["schemas"]["CitedDomain"][];
            /**
             * @description All matching domains
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A URL that answers cite
         * @example {
         *       "url": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps",
         *       "domain": "reviews.example",
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example",
         *       "count": 9,
         *       "namingCount": 5,
         *       "firstSeenAt": "2026-10-21T09:30:00.000Z",
         *       "lastSeenAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        CitedUrl: {
            /**
             * @description The address as it is cited
             * @example https://reviews.example/best-reading-lamps
             */
            url: string;
            /**
             * @description Its title, where a citation gave one
             * @example Best reading lamps
             */
            title: string | null;
            /**
             * @description Its host, in lower case without www.
             * @example reviews.example
             */
            domain: string;
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description How the source is called
             * @example reviews.example
             */
            sourceName: string;
            /**
             * @description Answers that cite it
             * @example 9
             */
            count: number;
            /**
             * @description Those of them that name the brand whose prompt they answer
             * @example 5
             */
            namingCount: number;
            /**
             * Format: date-time
             * @description The first of these answers
             * @example 2026-10-21T09:30:00.000Z
             */
            firstSeenAt: string;
            /**
             * Format: date-time
             * @description The last of these answers
             * @example 2026-11-19T09:30:00.000Z
             */
            lastSeenAt: string;
        };
        /**
         * @description A page of cited URLs
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        CitedUrlList: {
            /**
             * @description The URLs of this page
             * @example []
             */
            data: components["schemas"]["CitedUrl"][];
            /**
             * @description All matching URLs
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description Which sources it is about: REVIEW_GENERATION, source type REVIEW; REDDIT_ENGAGEMENT, reddit.com and its subdomains; MEDIA_OUTREACH, source types ARTICLE and VIDEO
         * @example REVIEW_GENERATION
         * @enum {string}
         */
        CampaignType: "REVIEW_GENERATION" | "REDDIT_ENGAGEMENT" | "MEDIA_OUTREACH";
        /**
         * @description Whether it still counts new citations
         * @example ACTIVE
         * @enum {string}
         */
        CampaignState: "ACTIVE" | "CLOSED";
        /**
         * @description How many sources were won since the start
         * @example {
         *       "count": 5,
         *       "targetCount": 20,
         *       "percentage": 25,
         *       "since": "2026-11-01T00:00:00.000Z"
         *     }
         */
        CampaignProgress: {
            /**
             * @description Distinct URLs first cited for the brand since the start, until it was closed
             * @example 5
             */
            count: number;
            /**
             * @description How many there are to be; null: no target
             * @example 20
             */
            targetCount: number | null;
            /**
             * @description 100 × count ÷ targetCount, 2 decimals, beyond 100 too; null without a target
             * @example 25
             */
            percentage: number | null;
            /**
             * Format: date-time
             * @description The start
             * @example 2026-11-01T00:00:00.000Z
             */
            since: string;
        };
        /**
         * @description An effort to be cited by sources of one kind
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000031",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "REVIEW_GENERATION",
         *       "name": "Reviews this winter",
         *       "targetCount": 20,
         *       "state": "ACTIVE",
         *       "startsAt": "2026-11-01T00:00:00.000Z",
         *       "closedAt": null,
         *       "progress": {
         *         "count": 5,
         *         "targetCount": 20,
         *         "percentage": 25,
         *         "since": "2026-11-01T00:00:00.000Z"
         *       },
         *       "createdAt": "2026-11-01T00:00:00.000Z",
         *       "updatedAt": "2026-11-01T00:00:00.000Z"
         *     }
         */
        Campaign: {
            /**
             * @description Id of the campaign
             * @example 019aa0c4-7f00-7000-8000-000000000031
             */
            id: string;
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["CampaignType"];
            /**
             * @description Its name
             * @example Reviews this winter
             */
            name: string;
            /**
             * @description New URLs to reach
             * @example 20
             */
            targetCount: number | null;
            state: components["schemas"]["CampaignState"];
            /**
             * Format: date-time
             * @description Citations from then on count
             * @example 2026-11-01T00:00:00.000Z
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description Citations after it do not count
             * @example null
             */
            closedAt: string | null;
            progress: components["schemas"]["CampaignProgress"];
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-01T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-01T00:00:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of campaigns
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        CampaignList: {
            /**
             * @description The campaigns of this page
             * @example []
             */
            data: components["schemas"]["Campaign"][];
            /**
             * @description All matching campaigns
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A new campaign
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "REVIEW_GENERATION",
         *       "name": "Reviews this winter",
         *       "targetCount": 20
         *     }
         */
        CampaignCreate: {
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["CampaignType"];
            /**
             * @description Its name
             * @example Reviews this winter
             */
            name: string;
            /**
             * @description New URLs to reach
             * @example 20
             */
            targetCount?: number;
            /**
             * Format: date-time
             * @description Citations from then on count (RFC 3339, default now)
             * @example 2026-11-01T00:00:00Z
             */
            startsAt?: string;
        };
        /**
         * @description Changes of a campaign; fields that are not sent stay as they are
         * @example {
         *       "targetCount": 20
         *     }
         */
        CampaignUpdate: {
            /**
             * @description Its name
             * @example Reviews this winter
             */
            name?: string;
            /**
             * @description New URLs to reach; null: no target
             * @example 20
             */
            targetCount?: number | null;
        };
        /**
         * @description Which prompts were looked at: TOPIC, those that hold a word of the topic; ALL_PROMPTS, all of the brand, because none does
         * @example TOPIC
         * @enum {string}
         */
        BriefScope: "TOPIC" | "ALL_PROMPTS";
        /**
         * @description A brief without its findings
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000041",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "topic": "reading lamps",
         *       "scope": "TOPIC",
         *       "queryCount": 6,
         *       "answerCount": 5,
         *       "missingCount": 1,
         *       "createdAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        BriefSummary: {
            /**
             * @description Id of the brief
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            id: string;
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description What it is about
             * @example reading lamps
             */
            topic: string;
            scope: components["schemas"]["BriefScope"];
            /**
             * @description Prompts that were looked at
             * @example 6
             */
            queryCount: number;
            /**
             * @description Those of them that have an answer
             * @example 5
             */
            answerCount: number;
            /**
             * @description Those of them whose latest answer does not name the brand
             * @example 1
             */
            missingCount: number;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A page of briefs
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        BriefList: {
            /**
             * @description The briefs of this page
             * @example []
             */
            data: components["schemas"]["BriefSummary"][];
            /**
             * @description All matching briefs
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description What the brief is about
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "topic": "reading lamps"
         *     }
         */
        BriefCreate: {
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * Format: name
             * @description What it is about
             * @example reading lamps
             */
            topic: string;
        };
        /**
         * @description A prompt whose latest answer does not name the brand
         * @example {
         *       "queryId": "019aa0c4-7f00-7000-8000-000000000002",
         *       "queryText": "Which reading lamp is easiest on the eyes?",
         *       "platform": "CHATGPT",
         *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *       "executedAt": "2026-11-19T09:30:00.000Z",
         *       "namedInstead": [
         *         "Gleamwell"
         *       ]
         *     }
         */
        BriefGap: {
            /**
             * @description Id of the prompt
             * @example 019aa0c4-7f00-7000-8000-000000000002
             */
            queryId: string;
            /**
             * @description The prompt
             * @example Which reading lamp is easiest on the eyes?
             */
            queryText: string;
            platform: components["schemas"]["Platform"];
            /**
             * @description Id of the run with the answer
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            runId: string;
            /**
             * Format: date-time
             * @description When it was answered
             * @example 2026-11-19T09:30:00.000Z
             */
            executedAt: string;
            /**
             * @description Competitors the answer names, the first one first
             * @example [
             *       "Gleamwell"
             *     ]
             */
            namedInstead: string[];
        };
        /**
         * @description A competitor named where the brand is not
         * @example {
         *       "competitorId": "019aa0c4-7f00-7000-8000-000000000021",
         *       "name": "Gleamwell",
         *       "count": 1
         *     }
         */
        BriefCompetitor: {
            /**
             * @description Id of the competitor
             * @example 019aa0c4-7f00-7000-8000-000000000021
             */
            competitorId: string;
            /**
             * @description Its name
             * @example Gleamwell
             */
            name: string;
            /**
             * @description Answers that name it and not the brand
             * @example 1
             */
            count: number;
        };
        /**
         * @description A domain cited where the brand is not named
         * @example {
         *       "domain": "reviews.example",
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example",
         *       "count": 1
         *     }
         */
        BriefDomain: {
            /**
             * @description Its host, in lower case without www.
             * @example reviews.example
             */
            domain: string;
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description How the source is called
             * @example reviews.example
             */
            sourceName: string;
            /**
             * @description Answers that cite it and do not name the brand
             * @example 1
             */
            count: number;
        };
        /**
         * @description A section of the outline
         * @example {
         *       "heading": "Which reading lamp is easiest on the eyes?",
         *       "points": [
         *         "Answer the question in the first sentences, and name Lumenfold in them."
         *       ]
         *     }
         */
        BriefSection: {
            /**
             * @description The question to answer, as it is asked
             * @example Which reading lamp is easiest on the eyes?
             */
            heading: string;
            /**
             * @description What to cover
             * @example [
             *       "Answer the question in the first sentences, and name Lumenfold in them."
             *     ]
             */
            points: string[];
        };
        /**
         * @description What a page on a topic has to answer, from what the latest answers lack
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000041",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "topic": "reading lamps",
         *       "scope": "TOPIC",
         *       "queryCount": 6,
         *       "answerCount": 5,
         *       "missingCount": 0,
         *       "gaps": [],
         *       "namedInstead": [],
         *       "citedDomains": [],
         *       "outline": [],
         *       "createdAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Brief: {
            /**
             * @description Id of the brief
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            id: string;
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description What it is about
             * @example reading lamps
             */
            topic: string;
            scope: components["schemas"]["BriefScope"];
            /**
             * @description Prompts that were looked at
             * @example 6
             */
            queryCount: number;
            /**
             * @description Those of them that have an answer
             * @example 5
             */
            answerCount: number;
            /**
             * @description Those of them whose latest answer does not name the brand
             * @example 1
             */
            missingCount: number;
            /**
             * @description These prompts, those with the most words of the topic first; at most 100
             * @example []
             */
            gaps: components["schemas"]["BriefGap"][];
            /**
             * @description Competitors named in these answers, the most frequent first; at most 20
             * @example []
             */
            namedInstead: components["schemas"]["BriefCompetitor"][];
            /**
             * @description Domains cited by these answers, the most frequent first; at most 20
             * @example []
             */
            citedDomains: components["schemas"]["BriefDomain"][];
            /**
             * @description A section for each question of the gaps
             * @example []
             */
            outline: components["schemas"]["BriefSection"][];
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description How far it is
         * @example DRAFT
         * @enum {string}
         */
        DraftState: "DRAFT" | "IN_REVIEW" | "PUBLISHED" | "ARCHIVED";
        /**
         * @description A draft without its text
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000051",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "briefId": null,
         *       "title": "Lamps that are easy on the eyes",
         *       "state": "DRAFT",
         *       "version": 1,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        DraftSummary: {
            /**
             * @description Id of the draft
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            id: string;
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The brief it is made from, if any
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            briefId: string | null;
            /**
             * @description Its title
             * @example Lamps that are easy on the eyes
             */
            title: string;
            state: components["schemas"]["DraftState"];
            /**
             * @description Number of the version of title and text
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of drafts
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        DraftList: {
            /**
             * @description The drafts of this page
             * @example []
             */
            data: components["schemas"]["DraftSummary"][];
            /**
             * @description All matching drafts
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A new draft
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "title": "Lamps that are easy on the eyes",
         *       "body": "# Which lamp is easiest on the eyes?"
         *     }
         */
        DraftCreate: {
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The brief of the same brand it is made from
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            briefId?: string | null;
            /**
             * @description Its title
             * @example Lamps that are easy on the eyes
             */
            title: string;
            /**
             * @description Its text, markdown
             * @example # Which lamp is easiest on the eyes?
             */
            body: string;
        };
        /**
         * @description A text in the making
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000051",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "briefId": null,
         *       "title": "Lamps that are easy on the eyes",
         *       "body": "# Which lamp is easiest on the eyes?",
         *       "state": "DRAFT",
         *       "version": 1,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Draft: {
            /**
             * @description Id of the draft
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            id: string;
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            /**
             * @description The brief it is made from, if any
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            briefId: string | null;
            /**
             * @description Its title
             * @example Lamps that are easy on the eyes
             */
            title: string;
            /**
             * @description Its text, markdown
             * @example # Which lamp is easiest on the eyes?
             */
            body: string;
            state: components["schemas"]["DraftState"];
            /**
             * @description Number of the version of title and text
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description Changes of a draft; fields that are not sent stay as they are
         * @example {
         *       "version": 1,
         *       "title": "Lamps that are easy on the eyes",
         *       "state": "IN_REVIEW"
         *     }
         */
        DraftUpdate: {
            /**
             * @description The version the changes were made on
             * @example 1
             */
            version: number;
            /**
             * @description Its title
             * @example Lamps that are easy on the eyes
             */
            title?: string;
            /**
             * @description Its text, markdown
             * @example # Which lamp is easiest on the eyes?
             */
            body?: string;
            state?: components["schemas"]["DraftState"];
        };
        /**
         * @description A version of a draft without its text
         * @example {
         *       "draftId": "019aa0c4-7f00-7000-8000-000000000051",
         *       "version": 1,
         *       "title": "Lamps that are easy on the eyes",
         *       "createdBy": "019aa0c4-7f00-7000-8000-000000000005",
         *       "createdAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        DraftVersionSummary: {
            /**
             * @description Id of the draft
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            draftId: string;
            /**
             * @description Its number, from 1
             * @example 1
             */
            version: number;
            /**
             * @description The title
             * @example Lamps that are easy on the eyes
             */
            title: string;
            /**
             * @description Id of the user who wrote it
             * @example 019aa0c4-7f00-7000-8000-000000000005
             */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was written
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A page of versions of a draft
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        DraftVersionList: {
            /**
             * @description The versions of this page
             * @example []
             */
            data: components["schemas"]["DraftVersionSummary"][];
            /**
             * @description All versions of the draft
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description Title and text of a draft as they were
         * @example {
         *       "draftId": "019aa0c4-7f00-7000-8000-000000000051",
         *       "version": 1,
         *       "title": "Lamps that are easy on the eyes",
         *       "body": "# Which lamp is easiest on the eyes?",
         *       "createdBy": "019aa0c4-7f00-7000-8000-000000000005",
         *       "createdAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        DraftVersion: {
            /**
             * @description Id of the draft
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            draftId: string;
            /**
             * @description Its number, from 1
             * @example 1
             */
            version: number;
            /**
             * @description The title
             * @example Lamps that are easy on the eyes
             */
            title: string;
            /**
             * @description The text, markdown
             * @example # Which lamp is easiest on the eyes?
             */
            body: string;
            /**
             * @description Id of the user who wrote it
             * @example 019aa0c4-7f00-7000-8000-000000000005
             */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was written
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A type of schema.org: Organization, Product, FAQPage, Article, LocalBusiness, WebSite
         * @example ORGANIZATION
         * @enum {string}
         */
        SchemaType: "ORGANIZATION" | "PRODUCT" | "FAQ_PAGE" | "ARTICLE" | "LOCAL_BUSINESS" | "WEBSITE";
        /**
         * @description Stored markup without its JSON-LD
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000061",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "ORGANIZATION",
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        SchemaSummary: {
            /**
             * @description Id of the markup
             * @example 019aa0c4-7f00-7000-8000-000000000061
             */
            id: string;
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["SchemaType"];
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of stored markup
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        SchemaList: {
            /**
             * @description The markup of this page
             * @example []
             */
            data: components["schemas"]["SchemaSummary"][];
            /**
             * @description All matching markup
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A JSON-LD object
         * @example {
         *       "@context": "https://schema.org",
         *       "@type": "Organization",
         *       "name": "Lumenfold",
         *       "url": "https://www.lumenfold.example"
         *     }
         */
        JsonLdObject: {
            [key: string]: unknown;
        };
        /**
         * @description A JSON-LD object, or an array of them
         * @example {
         *       "@context": "https://schema.org",
         *       "@type": "Organization",
         *       "name": "Lumenfold",
         *       "url": "https://www.lumenfold.example"
         *     }
         */
        JsonLd: components["schemas"]["JsonLdObject"] | components["schemas"]["JsonLdObject"][];
        /**
         * @description Markup to keep
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "ORGANIZATION",
         *       "jsonLd": {
         *         "@context": "https://schema.org",
         *         "@type": "Organization",
         *         "name": "Lumenfold"
         *       }
         *     }
         */
        SchemaCreate: {
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["SchemaType"];
            jsonLd: components["schemas"]["JsonLd"];
        };
        /**
         * @description Something about JSON-LD that is wrong (ERROR) or could be better (WARNING)
         * @example {
         *       "path": "logo",
         *       "severity": "WARNING",
         *       "message": "logo is recommended for an Organization.",
         *       "fix": "Add logo: a URL or an ImageObject."
         *     }
         */
        SchemaFinding: {
            /**
             * @description Where: names joined by dots, places in arrays in brackets
             * @example mainEntity[0].acceptedAnswer.text
             */
            path: string;
            /**
             * @description ERROR: readers cannot use it as it is
             * @example WARNING
             * @enum {string}
             */
            severity: "ERROR" | "WARNING";
            /**
             * @description What is the matter
             * @example logo is recommended for an Organization.
             */
            message: string;
            /**
             * @description What to do
             * @example Add logo: a URL or an ImageObject.
             */
            fix: string;
        };
        /**
         * @description What validation found, in the order of the JSON-LD; at most 500: all errors before any warning
         * @example []
         */
        SchemaFindings: components["schemas"]["SchemaFinding"][];
        /**
         * @description Stored schema.org markup of a brand
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000061",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "ORGANIZATION",
         *       "jsonLd": {
         *         "@context": "https://schema.org",
         *         "@type": "Organization",
         *         "name": "Lumenfold"
         *       },
         *       "findings": [],
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        BrandSchema: {
            /**
             * @description Id of the markup
             * @example 019aa0c4-7f00-7000-8000-000000000061
             */
            id: string;
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["SchemaType"];
            jsonLd: components["schemas"]["JsonLd"];
            findings: components["schemas"]["SchemaFindings"];
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description What to make
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "ORGANIZATION",
         *       "fields": {
         *         "description": "Reading lamps"
         *       }
         *     }
         */
        SchemaGenerate: {
            /**
             * @description The brand it is for
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["SchemaType"];
            /**
             * @description Properties of schema.org with their values
             * @example {
             *       "description": "Reading lamps"
             *     }
             */
            fields?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description JSON-LD with its findings
         * @example {
         *       "jsonLd": {
         *         "@context": "https://schema.org",
         *         "@type": "Organization",
         *         "name": "Lumenfold"
         *       },
         *       "findings": []
         *     }
         */
        GeneratedSchema: {
            jsonLd: components["schemas"]["JsonLdObject"];
            findings: components["schemas"]["SchemaFindings"];
        };
        /**
         * @description What to validate
         * @example {
         *       "jsonLd": {
         *         "@context": "https://schema.org",
         *         "@type": "Organization",
         *         "name": "Lumenfold"
         *       }
         *     }
         */
        SchemaValidate: {
            jsonLd: components["schemas"]["JsonLd"];
        };
        /**
         * @description What validation found
         * @example {
         *       "valid": true,
         *       "findings": []
         *     }
         */
        SchemaValidation: {
            /**
             * @description Whether there is no ERROR
             * @example true
             */
            valid: boolean;
            findings: components["schemas"]["SchemaFindings"];
        };
        /**
         * @description Changes of stored markup; fields that are not sent stay as they are
         * @example {
         *       "jsonLd": {
         *         "@context": "https://schema.org",
         *         "@type": "Organization",
         *         "name": "Lumenfold"
         *       }
         *     }
         */
        SchemaUpdate: {
            type?: components["schemas"]["SchemaType"];
            jsonLd?: components["schemas"]["JsonLd"];
        };
        /**
         * @description What a rule looks for
         * @example VISIBILITY_DROP
         * @enum {string}
         */
        AlertType: "VISIBILITY_DROP" | "COMPETITOR_CHANGE" | "NEGATIVE_SENTIMENT" | "NEW_MENTION";
        /**
         * @description How grave an alert is
         * @example HIGH
         * @enum {string}
         */
        AlertSeverity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /**
         * @description When to raise an alert
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000051",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "VISIBILITY_DROP",
         *       "name": "Lumenfold is losing ground",
         *       "threshold": 15,
         *       "windowDays": 7,
         *       "severity": "HIGH",
         *       "platform": null,
         *       "competitorId": null,
         *       "isActive": true,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        AlertRule: {
            /**
             * @description Id of the rule
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            id: string;
            /**
             * @description The brand it watches
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["AlertType"];
            /**
             * @description What people call it
             * @example Lumenfold is losing ground
             */
            name: string | null;
            /**
             * @description From where on it triggers; unit and bounds are the type's (see createAlertRule)
             * @example 15
             */
            threshold: number;
            /**
             * @description Whole days (UTC) that are compared, and as many on the same weekdays before
             * @example 7
             */
            windowDays: number;
            severity: components["schemas"]["AlertSeverity"];
            /**
             * @description Answers of this platform alone; null means all
             * @example CHATGPT
             * @enum {string|null}
             */
            platform: "CHATGPT" | "CLAUDE" | "GEMINI" | "PERPLEXITY" | "GROK" | "DEEPSEEK" | "LLAMA" | null;
            /**
             * @description The competitor it watches; null means any
             * @example 019aa0c4-7f00-7000-8000-000000000021
             */
            competitorId: string | null;
            /**
             * @description Whether it is evaluated
             * @example true
             */
            isActive: boolean;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of rules
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        AlertRuleList: {
            /**
             * @description The rules of this page
             * @example []
             */
            data: components["schemas"]["AlertRule"][];
            /**
             * @description All that match
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A new alert rule
         * @example {
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "VISIBILITY_DROP",
         *       "name": "Lumenfold is losing ground",
         *       "threshold": 15,
         *       "windowDays": 7,
         *       "severity": "HIGH"
         *     }
         */
        AlertRuleCreate: {
            /**
             * @description The brand to watch
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["AlertType"];
            /**
             * @description What people call it
             * @example Lumenfold is losing ground
             */
            name?: string | null;
            /**
             * @description From where on it triggers; unit and bounds are the type's (see createAlertRule)
             * @example 15
             */
            threshold: number;
            /**
             * @description Whole days (UTC) that are compared, and as many on the same weekdays before
             * @default 7
             * @example 7
             */
            windowDays?: number;
            /**
             * @description How grave its alerts are
             * @default MEDIUM
             * @example HIGH
             * @enum {string}
             */
            severity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
            /**
             * @description Answers of this platform alone; null means all
             * @example CHATGPT
             * @enum {string|null}
             */
            platform?: "CHATGPT" | "CLAUDE" | "GEMINI" | "PERPLEXITY" | "GROK" | "DEEPSEEK" | "LLAMA" | null;
            /**
             * @description COMPETITOR_CHANGE alone: the competitor; null means any of the brand's
             * @example 019aa0c4-7f00-7000-8000-000000000021
             */
            competitorId?: string | null;
            /**
             * @description Whether it is evaluated
             * @default true
             * @example true
             */
            isActive?: boolean;
        };
        /**
         * @description Changes of an alert rule; fields that are not sent stay as they are
         * @example {
         *       "threshold": 20,
         *       "isActive": false
         *     }
         */
        AlertRuleUpdate: {
            /**
             * @description What people call it
             * @example Lumenfold is losing ground
             */
            name?: string | null;
            /**
             * @description From where on it triggers; unit and bounds are the type's (see createAlertRule)
             * @example 15
             */
            threshold?: number;
            /**
             * @description Whole days (UTC) that are compared, and as many on the same weekdays before
             * @example 7
             */
            windowDays?: number;
            severity?: components["schemas"]["AlertSeverity"];
            /**
             * @description Answers of this platform alone; null means all
             * @example CHATGPT
             * @enum {string|null}
             */
            platform?: "CHATGPT" | "CLAUDE" | "GEMINI" | "PERPLEXITY" | "GROK" | "DEEPSEEK" | "LLAMA" | null;
            /**
             * @description COMPETITOR_CHANGE alone: the competitor; null means any of the brand's
             * @example 019aa0c4-7f00-7000-8000-000000000021
             */
            competitorId?: string | null;
            /**
             * @description Whether it is evaluated
             * @example true
             */
            isActive?: boolean;
        };
        /**
         * @description Whether an alert is over
         * @example ACTIVE
         * @enum {string}
         */
        AlertState: "ACTIVE" | "RESOLVED";
        /**
         * @description What was measured over some whole days (UTC)
         * @example {
         *       "startDate": "2026-11-12",
         *       "endDate": "2026-11-18",
         *       "value": 40,
         *       "count": 28,
         *       "total": 70
         *     }
         */
        AlertWindow: {
            /**
             * Format: date
             * @description First day
             * @example 2026-11-12
             */
            startDate: string;
            /**
             * Format: date
             * @description Last day
             * @example 2026-11-18
             */
            endDate: string;
            /**
             * @description The measure the rule is about (visibility in percent, sentiment, new mentions); null where nothing was measured
             * @example 40
             */
            value: number | null;
            /**
             * @description Answers or mentions behind it
             * @example 28
             */
            count: number;
            /**
             * @description Answers it is taken from
             * @example 70
             */
            total: number;
        };
        /**
         * @description How unlikely the change is by chance
         * @example {
         *       "method": "Fisher's exact test and paired t-test over prompts",
         *       "pValue": 0.0002,
         *       "level": 0.00083
         *     }
         */
        AlertSignificance: {
            /**
             * @description The tests; the larger chance counts
             * @example Fisher's exact test and paired t-test over prompts
             */
            method: string;
            /**
             * @description Chance of a change as large where nothing has changed
             * @example 0.0002
             */
            pValue: number;
            /**
             * @description The chance up to which it counts as a change: with a look a day, 19 of 20 rules raise no false alert in 60 days
             * @example 0.00083
             */
            level?: number;
        };
        /**
         * @description The numbers that triggered an alert
         * @example {
         *       "current": {
         *         "startDate": "2026-11-12",
         *         "endDate": "2026-11-18",
         *         "value": 40,
         *         "count": 28,
         *         "total": 70
         *       },
         *       "previous": {
         *         "startDate": "2026-11-05",
         *         "endDate": "2026-11-11",
         *         "value": 60,
         *         "count": 42,
         *         "total": 70
         *       },
         *       "threshold": 15,
         *       "significance": {
         *         "method": "Fisher's exact test and paired t-test over prompts",
         *         "pValue": 0.0002,
         *         "level": 0.00083
         *       },
         *       "snapshotId": "20261119T000012345Z-e0324e"
         *     }
         */
        AlertEvidence: {
            current: components["schemas"]["AlertWindow"];
            /** @description The same whole weeks before, on the same weekdays */
            previous: components["schemas"]["AlertWindow"] | (never | null);
            /**
             * @description Threshold of the rule at that time
             * @example 15
             */
            threshold: number;
            /** @description null where no test applies */
            significance: components["schemas"]["AlertSignificance"] | (never | null);
            sentimentReaders?: components["schemas"]["ReaderCounts"];
            /**
             * @description The snapshot that the numbers are of; live with REPORT_ENGINE=postgres
             * @example 20261119T000012345Z-e0324e
             */
            snapshotId?: string;
        };
        /**
         * @description Something a rule found
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000061",
         *       "ruleId": "019aa0c4-7f00-7000-8000-000000000051",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "type": "VISIBILITY_DROP",
         *       "severity": "HIGH",
         *       "platform": null,
         *       "competitorId": null,
         *       "state": "ACTIVE",
         *       "message": "Visibility fell from 60 % to 40 %.",
         *       "evidence": {
         *         "current": {
         *           "startDate": "2026-11-12",
         *           "endDate": "2026-11-18",
         *           "value": 40,
         *           "count": 28,
         *           "total": 70
         *         },
         *         "previous": {
         *           "startDate": "2026-11-05",
         *           "endDate": "2026-11-11",
         *           "value": 60,
         *           "count": 42,
         *           "total": 70
         *         },
         *         "threshold": 15,
         *         "significance": {
         *           "method": "Fisher's exact test and paired t-test over prompts",
         *           "pValue": 0.0002,
         *           "level": 0.00083
         *         },
         *         "snapshotId": "20261119T000012345Z-e0324e"
         *       },
         *       "triggeredAt": "2026-11-19T09:30:00.000Z",
         *       "acknowledgedAt": null,
         *       "acknowledgedBy": null,
         *       "resolvedAt": null,
         *       "resolvedBy": null
         *     }
         */
        Alert: {
            /**
             * @description Id of the alert
             * @example 019aa0c4-7f00-7000-8000-000000000061
             */
            id: string;
            /**
             * @description The rule that raised it
             * @example 019aa0c4-7f00-7000-8000-000000000051
             */
            ruleId: string;
            /**
             * @description The brand it is about
             * @example 019aa0c4-7f00-7000-8000-000000000011
             */
            brandId: string;
            type: components["schemas"]["AlertType"];
            severity: components["schemas"]["AlertSeverity"];
            /**
             * @description Answers of this platform alone; null means all
             * @example CHATGPT
             * @enum {string|null}
             */
            platform: "CHATGPT" | "CLAUDE" | "GEMINI" | "PERPLEXITY" | "GROK" | "DEEPSEEK" | "LLAMA" | null;
            /**
             * @description The competitor it is about
             * @example 019aa0c4-7f00-7000-8000-000000000021
             */
            competitorId: string | null;
            state: components["schemas"]["AlertState"];
            /**
             * @description What happened, in a sentence or two
             * @example Visibility fell from 60 % to 40 %.
             */
            message: string;
            evidence: components["schemas"]["AlertEvidence"];
            /**
             * Format: date-time
             * @description When it was raised
             * @example 2026-11-19T09:30:00.000Z
             */
            triggeredAt: string;
            /**
             * Format: date-time
             * @description When somebody acknowledged it first
             * @example 2026-11-19T09:30:00.000Z
             */
            acknowledgedAt: string | null;
            /**
             * @description Id of the user who did
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            acknowledgedBy: string | null;
            /**
             * Format: date-time
             * @description When it was resolved
             * @example 2026-11-19T09:30:00.000Z
             */
            resolvedAt: string | null;
            /**
             * @description Id of the user who did; null where it resolved by itself
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            resolvedBy: string | null;
        };
        /**
         * @description A page of alerts
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        AlertList: {
            /**
             * @description The alerts of this page
             * @example []
             */
            data: components["schemas"]["Alert"][];
            /**
             * @description All that match
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description What happened; the `type` of a message
         * @example alert.triggered
         * @enum {string}
         */
        WebhookEvent: "query.completed" | "query.failed" | "mention.created" | "alert.triggered" | "alert.resolved" | "export.ready" | "quota.warning" | "webhook.test" | "webhook.disabled";
        /**
         * @description An endpoint that events are sent to
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000071",
         *       "url": "https://hooks.example.com/sightline",
         *       "description": "Alerts into our chat",
         *       "events": [
         *         "alert.triggered",
         *         "alert.resolved"
         *       ],
         *       "isActive": true,
         *       "disabledReason": null,
         *       "disabledAt": null,
         *       "previousSecretExpiresAt": null,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Webhook: {
            /**
             * @description Id of the webhook
             * @example 019aa0c4-7f00-7000-8000-000000000071
             */
            id: string;
            /**
             * @description Where it sends
             * @example https://hooks.example.com/sightline
             */
            url: string;
            /**
             * @description What it is for
             * @example Alerts into our chat
             */
            description: string | null;
            /**
             * @description Events it is subscribed to
             * @example [
             *       "alert.triggered",
             *       "alert.resolved"
             *     ]
             */
            events: components["schemas"]["WebhookEvent"][];
            /**
             * @description Whether anything is sent
             * @example true
             */
            isActive: boolean;
            /**
             * @description Why it was switched off by the sender; null where it is on or somebody switched it off
             * @example It answered 410 Gone.
             */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When the sender switched it off
             * @example 2026-11-19T09:30:00.000Z
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before signs too; null where there is none
             * @example 2026-11-19T09:30:00.000Z
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of webhooks
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        WebhookList: {
            /**
             * @description The webhooks of this page
             * @example []
             */
            data: components["schemas"]["Webhook"][];
            /**
             * @description All that match
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A new webhook
         * @example {
         *       "url": "https://hooks.example.com/sightline",
         *       "events": [
         *         "alert.triggered",
         *         "alert.resolved"
         *       ]
         *     }
         */
        WebhookCreate: {
            /**
             * @description Where to send; http or https at a public address
             * @example https://hooks.example.com/sightline
             */
            url: string;
            /**
             * @description Events it is subscribed to
             * @example [
             *       "alert.triggered",
             *       "alert.resolved"
             *     ]
             */
            events?: components["schemas"]["WebhookEvent"][];
            /**
             * @description What it is for
             * @example Alerts into our chat
             */
            description?: string | null;
            /**
             * @description Whether anything is sent
             * @default true
             * @example true
             */
            isActive?: boolean;
        };
        /**
         * @description A webhook with its new secret
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000071",
         *       "url": "https://hooks.example.com/sightline",
         *       "description": "Alerts into our chat",
         *       "events": [
         *         "alert.triggered",
         *         "alert.resolved"
         *       ],
         *       "isActive": true,
         *       "disabledReason": null,
         *       "disabledAt": null,
         *       "previousSecretExpiresAt": null,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z",
         *       "secret": "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
         *     }
         */
        WebhookWithSecret: {
            /**
             * @description Id of the webhook
             * @example 019aa0c4-7f00-7000-8000-000000000071
             */
            id: string;
            /**
             * @description Where it sends
             * @example https://hooks.example.com/sightline
             */
            url: string;
            /**
             * @description What it is for
             * @example Alerts into our chat
             */
            description: string | null;
            /**
             * @description Events it is subscribed to
             * @example [
             *       "alert.triggered",
             *       "alert.resolved"
             *     ]
             */
            events: components["schemas"]["WebhookEvent"][];
            /**
             * @description Whether anything is sent
             * @example true
             */
            isActive: boolean;
            /**
             * @description Why it was switched off by the sender; null where it is on or somebody switched it off
             * @example It answered 410 Gone.
             */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When the sender switched it off
             * @example 2026-11-19T09:30:00.000Z
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before signs too; null where there is none
             * @example 2026-11-19T09:30:00.000Z
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description What deliveries are signed with; shown this once
             * @example whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=
             */
            secret: string;
        };
        /**
         * @description A run that is COMPLETED, with the observation of the query's brand in its answer
         * @example {
         *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       },
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "executedAt": "2026-11-19T09:30:00.000Z",
         *       "model": "gpt-5",
         *       "brandMentioned": true,
         *       "visibilityScore": 100,
         *       "position": 1,
         *       "sentimentScore": 81.25,
         *       "sentimentReader": "LEXICON"
         *     }
         */
        QueryCompleted: {
            /**
             * @description Id of the run
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            runId: string;
            query: components["schemas"]["QueryRef"];
            brand: components["schemas"]["BrandRef"];
            /**
             * Format: date-time
             * @description When it was run
             * @example 2026-11-19T09:30:00.000Z
             */
            executedAt: string;
            /**
             * @description The model that answered
             * @example gpt-5
             */
            model: string | null;
            /**
             * @description Whether the answer names the brand
             * @example true
             */
            brandMentioned: boolean;
            /**
             * @description 0 when not named, else 100 − 15 × (position − 1), at least 10
             * @example 100
             */
            visibilityScore: number;
            /**
             * @description Position of the brand (1 = named first); null when not named
             * @example 1
             */
            position: number | null;
            /**
             * @description Sentiment towards the brand, 50 neutral; null when not named, or where nobody reads the language of the answer
             * @example 81.25
             */
            sentimentScore: number | null;
            sentimentReader: components["schemas"]["SentimentReaderOrNull"];
        };
        /**
         * @description A prompt was run, or its answer ingested by the API
         * @example {
         *       "type": "query.completed",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *         "query": {
         *           "id": "019aa0c4-7f00-7000-8000-000000000002",
         *           "queryText": "Which reading lamp is easiest on the eyes?",
         *           "platform": "CHATGPT"
         *         },
         *         "brand": {
         *           "id": "019aa0c4-7f00-7000-8000-000000000001",
         *           "name": "Lumenfold"
         *         },
         *         "executedAt": "2026-11-19T09:30:00.000Z",
         *         "model": "gpt-5",
         *         "brandMentioned": true,
         *         "visibilityScore": 100,
         *         "position": 1,
         *         "sentimentScore": 81.25,
         *         "sentimentReader": "LEXICON"
         *       }
         *     }
         */
        QueryCompletedMessage: {
            /**
             * @description The event
             * @example query.completed
             * @enum {string}
             */
            type: "query.completed";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["QueryCompleted"];
        };
        /**
         * @description A run that is FAILED; it counts nowhere
         * @example {
         *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       },
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "executedAt": "2026-11-19T09:30:00.000Z",
         *       "reason": "The platform refuses the API key."
         *     }
         */
        QueryFailed: {
            /**
             * @description Id of the run
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            runId: string;
            query: components["schemas"]["QueryRef"];
            brand: components["schemas"]["BrandRef"];
            /**
             * Format: date-time
             * @description When it was tried
             * @example 2026-11-19T09:30:00.000Z
             */
            executedAt: string;
            /**
             * @description Why there is no answer
             * @example The platform refuses the API key.
             */
            reason: string;
        };
        /**
         * @description A run of a prompt failed for good
         * @example {
         *       "type": "query.failed",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *         "query": {
         *           "id": "019aa0c4-7f00-7000-8000-000000000002",
         *           "queryText": "Which reading lamp is easiest on the eyes?",
         *           "platform": "CHATGPT"
         *         },
         *         "brand": {
         *           "id": "019aa0c4-7f00-7000-8000-000000000001",
         *           "name": "Lumenfold"
         *         },
         *         "executedAt": "2026-11-19T09:30:00.000Z",
         *         "reason": "The platform refuses the API key."
         *       }
         *     }
         */
        QueryFailedMessage: {
            /**
             * @description The event
             * @example query.failed
             * @enum {string}
             */
            type: "query.failed";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["QueryFailed"];
        };
        /**
         * @description A new mention, as the mentions report shows it, with its run
         * @example {
         *       "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
         *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example",
         *       "sourceUrl": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps",
         *       "snippet": "Lumenfold is the gentlest lamp we found.",
         *       "platform": "CHATGPT",
         *       "sentiment": "POSITIVE",
         *       "sentimentScore": 81.25,
         *       "sentimentReader": "LEXICON",
         *       "discoveredAt": "2026-10-31T09:30:00.000Z",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       }
         *     }
         */
        MentionCreated: {
            /**
             * @description Id of the mention, of (run, brand, URL)
             * @example 7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa
             */
            id: string;
            /**
             * @description Id of the run whose answer it is in
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            runId: string;
            brand: components["schemas"]["BrandRef"];
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description Name or domain of the source
             * @example reviews.example
             */
            sourceName: string | null;
            /**
             * @description Address of the source
             * @example https://reviews.example/best-reading-lamps
             */
            sourceUrl: string | null;
            /**
             * @description Title of the source
             * @example Best reading lamps
             */
            title: string | null;
            /**
             * @description The sentence that names the brand, at most 300 characters
             * @example Lumenfold is the gentlest lamp we found.
             */
            snippet: string | null;
            platform: components["schemas"]["Platform"];
            sentiment: components["schemas"]["SentimentOrNull"];
            /**
             * @description Sentiment towards the brand in this answer; null where nobody reads its language
             * @example 81.25
             */
            sentimentScore: number | null;
            sentimentReader: components["schemas"]["SentimentReaderOrNull"];
            /**
             * Format: date-time
             * @description When the answer was given
             * @example 2026-10-31T09:30:00.000Z
             */
            discoveredAt: string;
            query: components["schemas"]["QueryRef"];
        };
        /**
         * @description An answer names the brand of its query
         * @example {
         *       "type": "mention.created",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
         *         "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *         "brand": {
         *           "id": "019aa0c4-7f00-7000-8000-000000000001",
         *           "name": "Lumenfold"
         *         },
         *         "sourceType": "REVIEW",
         *         "sourceName": "reviews.example",
         *         "sourceUrl": "https://reviews.example/best-reading-lamps",
         *         "title": "Best reading lamps",
         *         "snippet": "Lumenfold is the gentlest lamp we found.",
         *         "platform": "CHATGPT",
         *         "sentiment": "POSITIVE",
         *         "sentimentScore": 81.25,
         *         "sentimentReader": "LEXICON",
         *         "discoveredAt": "2026-10-31T09:30:00.000Z",
         *         "query": {
         *           "id": "019aa0c4-7f00-7000-8000-000000000002",
         *           "queryText": "Which reading lamp is easiest on the eyes?",
         *           "platform": "CHATGPT"
         *         }
         *       }
         *     }
         */
        MentionCreatedMessage: {
            /**
             * @description The event
             * @example mention.created
             * @enum {string}
             */
            type: "mention.created";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["MentionCreated"];
        };
        /**
         * @description An alert rule found something
         * @example {
         *       "type": "alert.triggered",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000061",
         *         "ruleId": "019aa0c4-7f00-7000-8000-000000000051",
         *         "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *         "type": "VISIBILITY_DROP",
         *         "severity": "HIGH",
         *         "platform": null,
         *         "competitorId": null,
         *         "state": "ACTIVE",
         *         "message": "Visibility fell from 60 % to 40 %.",
         *         "evidence": {
         *           "current": {
         *             "startDate": "2026-11-12",
         *             "endDate": "2026-11-18",
         *             "value": 40,
         *             "count": 28,
         *             "total": 70
         *           },
         *           "previous": {
         *             "startDate": "2026-11-05",
         *             "endDate": "2026-11-11",
         *             "value": 60,
         *             "count": 42,
         *             "total": 70
         *           },
         *           "threshold": 15,
         *           "significance": {
         *             "method": "two-proportion z-test",
         *             "pValue": 0.018
         *           }
         *         },
         *         "triggeredAt": "2026-11-19T09:30:00.000Z",
         *         "acknowledgedAt": null,
         *         "acknowledgedBy": null,
         *         "resolvedAt": null,
         *         "resolvedBy": null
         *       }
         *     }
         */
        AlertTriggeredMessage: {
            /**
             * @description The event
             * @example alert.triggered
             * @enum {string}
             */
            type: "alert.triggered";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Alert"];
        };
        /**
         * @description An alert is over
         * @example {
         *       "type": "alert.resolved",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000061",
         *         "ruleId": "019aa0c4-7f00-7000-8000-000000000051",
         *         "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *         "type": "VISIBILITY_DROP",
         *         "severity": "HIGH",
         *         "platform": null,
         *         "competitorId": null,
         *         "state": "RESOLVED",
         *         "message": "Visibility fell from 60 % to 40 %.",
         *         "evidence": {
         *           "current": {
         *             "startDate": "2026-11-12",
         *             "endDate": "2026-11-18",
         *             "value": 40,
         *             "count": 28,
         *             "total": 70
         *           },
         *           "previous": {
         *             "startDate": "2026-11-05",
         *             "endDate": "2026-11-11",
         *             "value": 60,
         *             "count": 42,
         *             "total": 70
         *           },
         *           "threshold": 15,
         *           "significance": {
         *             "method": "two-proportion z-test",
         *             "pValue": 0.018
         *           }
         *         },
         *         "triggeredAt": "2026-11-19T09:30:00.000Z",
         *         "acknowledgedAt": null,
         *         "acknowledgedBy": null,
         *         "resolvedAt": "2026-11-20T09:30:00.000Z",
         *         "resolvedBy": null
         *       }
         *     }
         */
        AlertResolvedMessage: {
            /**
             * @description The event
             * @example alert.resolved
             * @enum {string}
             */
            type: "alert.resolved";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Alert"];
        };
        /**
         * @description CSV: UTF-8 with a header; a column a field, nested ones with underscores (`query_queryText`), dimensions by their
         *     names alone (`platform`). Ids of evidence stand between spaces, competitors are JSON. Text that a spreadsheet would
         *     run as a formula gets an apostrophe in front.
         *     NDJSON: one entry of the report a line, as the report gives it.
         *     PARQUET: the columns of CSV, typed, compressed with zstd.
         * @example CSV
         * @enum {string}
         */
        ExportFormat: "CSV" | "NDJSON" | "PARQUET";
        /**
         * @description Those of the report
         * @example platform
         * @enum {string}
         */
        ExportDimension: "brand" | "day" | "week" | "month" | "platform" | "query" | "tag" | "branded" | "model" | "country" | "language" | "sentiment_reader" | "source_type" | "domain";
        /**
         * @description What the report can include
         * @example intervals
         * @enum {string}
         */
        ExportInclude: "intervals" | "share_of_voice" | "competitors" | "coverage" | "evidence" | "readers";
        /**
         * @description What is exported of the report; null for all data of the organisation
         * @example {
         *       "brand_id": null,
         *       "start_date": "2026-10-01",
         *       "end_date": "2026-10-31"
         *     }
         */
        ExportedParametersOrNull: {
            /**
             * @description The one brand; null for all
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            brand_id: string | null;
            /**
             * Format: date
             * @description First day of the range
             * @example 2026-10-01
             */
            start_date: string;
            /**
             * Format: date
             * @description Last day of the range
             * @example 2026-10-31
             */
            end_date: string;
            /**
             * @description As in the report. With them, or another of the fields below, the file has the columns that the answer has.
             * @example [
             *       "platform",
             *       "week"
             *     ]
             */
            dimensions?: components["schemas"]["ExportDimension"][];
            /**
             * @description As in the report
             * @example [
             *       {
             *         "field": "platform",
             *         "operator": "in",
             *         "values": [
             *           "CHATGPT",
             *           "CLAUDE"
             *         ]
             *       }
             *     ]
             */
            filters?: {
                /**
                 * @description A field that the report can be filtered by
                 * @example platform
                 * @enum {string}
                 */
                field: "brand" | "query" | "tag" | "platform" | "model" | "country" | "language" | "branded" | "mentioned" | "sentiment" | "sentiment_reader" | "source_type" | "domain";
                /**
                 * @description `contains` for texts only
                 * @example in
                 * @enum {string}
                 */
                operator: "in" | "not_in" | "contains";
                /**
                 * @description Texts, true or false, or null for what is unknown
                 * @example [
                 *       "CHATGPT"
                 *     ]
                 */
                values: (string | boolean | (never | null))[];
            }[];
            /**
             * @description As in the report
             * @example [
             *       {
             *         "field": "visibility_total",
             *         "operator": "gte",
             *         "value": 10
             *       }
             *     ]
             */
            having?: {
                /**
                 * @description A measure of the report
                 * @example visibility_total
                 */
                field: string;
                /**
                 * @description At least or at most
                 * @example gte
                 * @enum {string}
                 */
                operator: "gte" | "lte";
                /**
                 * @description The bound
                 * @example 10
                 */
                value: number;
            }[];
            /**
             * @description As in the report
             * @example [
             *       {
             *         "field": "visibility",
             *         "direction": "desc"
             *       }
             *     ]
             */
            order_by?: {
                /**
                 * @description A measure or dimension of the report
                 * @example visibility
                 */
                field: string;
                /**
                 * @description Ascending or descending
                 * @default asc
                 * @example desc
                 * @enum {string}
                 */
                direction?: "asc" | "desc";
            }[];
            /**
             * @description As in the report
             * @example [
             *       "intervals"
             *     ]
             */
            include?: components["schemas"]["ExportInclude"][];
            /**
             * @description As in the report
             * @example previous
             */
            compare_to?: "previous" | {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-09-01
                 */
                start_date: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-09-30
                 */
                end_date: string;
            };
            /**
             * @description As in the report: whose scores count as sentiment
             * @example [
             *       "MODEL",
             *       "PERSON"
             *     ]
             */
            sentiment_readers?: components["schemas"]["SentimentReader"][];
        } | null;
        /**
         * @description QUEUED → RUNNING → COMPLETED or FAILED; back to QUEUED when the server that made it stops
         * @example COMPLETED
         * @enum {string}
         */
        ExportState: "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED";
        /**
         * @description A file made of a report, or of all data of the organisation
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000031",
         *       "kind": "REPORT",
         *       "report": "MENTIONS",
         *       "format": "CSV",
         *       "parameters": {
         *         "brand_id": null,
         *         "start_date": "2026-10-01",
         *         "end_date": "2026-10-31"
         *       },
         *       "state": "COMPLETED",
         *       "reason": null,
         *       "rowsWritten": 1200,
         *       "rowsTotal": 1200,
         *       "bytes": 482133,
         *       "snapshotId": "20261120T081500123Z-4f2a91",
         *       "dataAsOf": "2026-11-19T09:30:00.000Z",
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "startedAt": "2026-11-19T09:30:00.500Z",
         *       "finishedAt": "2026-11-19T09:30:02.000Z",
         *       "expiresAt": "2026-11-26T09:30:02.000Z"
         *     }
         */
        Export: {
            /**
             * @description Id of the export
             * @example 019aa0c4-7f00-7000-8000-000000000031
             */
            id: string;
            /**
             * @description A report, or all data of the organisation
             * @example REPORT
             * @enum {string}
             */
            kind: "REPORT" | "ORGANISATION";
            /**
             * @description The report; null for all data of the organisation
             * @example MENTIONS
             * @enum {string|null}
             */
            report: "BRANDS" | "QUERIES" | "MENTIONS" | null;
            format: components["schemas"]["ExportFormat"];
            parameters: components["schemas"]["ExportedParametersOrNull"];
            state: components["schemas"]["ExportState"];
            /**
             * @description Why it failed
             * @example The disk of the server is full.
             */
            reason: string | null;
            /**
             * @description Rows written so far
             * @example 1200
             */
            rowsWritten: number;
            /**
             * @description All rows; null until they were counted
             * @example 1200
             */
            rowsTotal: number | null;
            /**
             * @description Size of the file; null until it is complete
             * @example 482133
             */
            bytes: number | null;
            /**
             * @description The snapshot it was made from
             * @example 20261120T081500123Z-4f2a91
             */
            snapshotId: string | null;
            /**
             * Format: date-time
             * @description When the data was last known to be complete
             * @example 2026-11-19T09:30:00.000Z
             */
            dataAsOf: string | null;
            /**
             * Format: date-time
             * @description When it was asked for
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the making started
             * @example 2026-11-19T09:30:00.500Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When it was complete or had failed
             * @example 2026-11-19T09:30:02.000Z
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When it is removed, 7 days after it was finished
             * @example 2026-11-26T09:30:02.000Z
             */
            expiresAt: string | null;
        };
        /**
         * @description An export is complete
         * @example {
         *       "type": "export.ready",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000031",
         *         "kind": "REPORT",
         *         "report": "MENTIONS",
         *         "format": "CSV",
         *         "parameters": {
         *           "brand_id": null,
         *           "start_date": "2026-10-01",
         *           "end_date": "2026-10-31"
         *         },
         *         "state": "COMPLETED",
         *         "reason": null,
         *         "rowsWritten": 1200,
         *         "rowsTotal": 1200,
         *         "bytes": 482133,
         *         "snapshotId": "20261120T081500123Z-4f2a91",
         *         "dataAsOf": "2026-11-19T09:30:00.000Z",
         *         "createdAt": "2026-11-19T09:30:00.000Z",
         *         "startedAt": "2026-11-19T09:30:00.500Z",
         *         "finishedAt": "2026-11-19T09:30:02.000Z",
         *         "expiresAt": "2026-11-26T09:30:02.000Z"
         *       }
         *     }
         */
        ExportReadyMessage: {
            /**
             * @description The event
             * @example export.ready
             * @enum {string}
             */
            type: "export.ready";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Export"];
        };
        /**
         * @description A quota of the plan that is nearly or wholly used
         * @example {
         *       "quota": "queries",
         *       "used": 120,
         *       "limit": 150,
         *       "plan": "GROWTH"
         *     }
         */
        QuotaWarning: {
            quota: components["schemas"]["QuotaName"];
            /**
             * @description In use now
             * @example 120
             */
            used: number;
            /**
             * @description What the plan allows
             * @example 150
             */
            limit: number;
            plan: components["schemas"]["Plan"];
        };
        /**
         * @description A quota of the plan is nearly or wholly used
         * @example {
         *       "type": "quota.warning",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "quota": "queries",
         *         "used": 120,
         *         "limit": 150,
         *         "plan": "GROWTH"
         *       }
         *     }
         */
        QuotaWarningMessage: {
            /**
             * @description The event
             * @example quota.warning
             * @enum {string}
             */
            type: "quota.warning";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["QuotaWarning"];
        };
        /**
         * @description What `POST /api/webhooks/{id}/test` sends
         * @example {
         *       "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
         *       "message": "A test of this webhook. Nothing happened."
         *     }
         */
        WebhookTest: {
            /**
             * @description The webhook that is tested
             * @example 019aa0c4-7f00-7000-8000-000000000071
             */
            webhookId: string;
            /**
             * @description That nothing happened
             * @example A test of this webhook. Nothing happened.
             */
            message: string;
        };
        /**
         * @description Somebody tests a webhook
         * @example {
         *       "type": "webhook.test",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
         *         "message": "A test of this webhook. Nothing happened."
         *       }
         *     }
         */
        WebhookTestMessage: {
            /**
             * @description The event
             * @example webhook.test
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["WebhookTest"];
        };
        /**
         * @description Another webhook of the organisation that the sender switched off
         * @example {
         *       "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
         *       "host": "hooks.example.com",
         *       "reason": "It answered 410 Gone.",
         *       "disabledAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        WebhookDisabled: {
            /**
             * @description The webhook that is off now
             * @example 019aa0c4-7f00-7000-8000-000000000071
             */
            webhookId: string;
            /**
             * @description Host and port of its URL
             * @example hooks.example.com
             */
            host: string;
            /**
             * @description Why
             * @example It answered 410 Gone.
             */
            reason: string;
            /**
             * Format: date-time
             * @description When
             * @example 2026-11-19T09:30:00.000Z
             */
            disabledAt: string;
        };
        /**
         * @description The sender switched a webhook off
         * @example {
         *       "type": "webhook.disabled",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
         *         "host": "hooks.example.com",
         *         "reason": "It answered 410 Gone.",
         *         "disabledAt": "2026-11-19T09:30:00.000Z"
         *       }
         *     }
         */
        WebhookDisabledMessage: {
            /**
             * @description The event
             * @example webhook.disabled
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-11-19T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["WebhookDisabled"];
        };
        /**
         * @description The body of a webhook request
         * @example {
         *       "type": "quota.warning",
         *       "timestamp": "2026-11-19T09:30:00.000Z",
         *       "data": {
         *         "quota": "queries",
         *         "used": 120,
         *         "limit": 150,
         *         "plan": "GROWTH"
         *       }
         *     }
         */
        WebhookMessage: components["schemas"]["QueryCompletedMessage"] | components["schemas"]["QueryFailedMessage"] | components["schemas"]["MentionCreatedMessage"] | components["schemas"]["AlertTriggeredMessage"] | components["schemas"]["AlertResolvedMessage"] | components["schemas"]["ExportReadyMessage"] | components["schemas"]["QuotaWarningMessage"] | components["schemas"]["WebhookTestMessage"] | components["schemas"]["WebhookDisabledMessage"];
        /**
         * @description Changes of a webhook; fields that are not sent stay as they are
         * @example {
         *       "isActive": false
         *     }
         */
        WebhookUpdate: {
            /**
             * @description Where to send; http or https at a public address
             * @example https://hooks.example.com/sightline
             */
            url?: string;
            /**
             * @description Events it is subscribed to
             * @example [
             *       "alert.triggered",
             *       "alert.resolved"
             *     ]
             */
            events?: components["schemas"]["WebhookEvent"][];
            /**
             * @description What it is for
             * @example Alerts into our chat
             */
            description?: string | null;
            /**
             * @description Whether anything is sent
             * @example true
             */
            isActive?: boolean;
        };
        /**
         * @description How a secret is rotated
         * @example {
         *       "overlapMinutes": 1440
         *     }
         */
        WebhookSecretRotation: {
            /**
             * @description Minutes for which the old secret signs beside the new one
             * @default 1440
             * @example 1440
             */
            overlapMinutes?: number;
        };
        /**
         * @description PENDING until a receiver took it (DELIVERED) or the attempts are used up (FAILED)
         * @example PENDING
         * @enum {string}
         */
        WebhookDeliveryState: "PENDING" | "DELIVERED" | "FAILED";
        /**
         * @description A message on its way to a webhook
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000081",
         *       "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
         *       "messageId": "msg_019aa0c47f00700080000000000000aa",
         *       "event": "alert.triggered",
         *       "state": "PENDING",
         *       "attemptCount": 0,
         *       "lastStatus": null,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "nextAttemptAt": "2026-11-19T09:30:00.000Z",
         *       "finishedAt": null,
         *       "reason": null
         *     }
         */
        WebhookDelivery: {
            /**
             * @description Id of the delivery
             * @example 019aa0c4-7f00-7000-8000-000000000081
             */
            id: string;
            /**
             * @description The webhook it goes to
             * @example 019aa0c4-7f00-7000-8000-000000000071
             */
            webhookId: string;
            /**
             * @description Id of the message; the header `webhook-id`, the same in each attempt and replay
             * @example msg_019aa0c47f00700080000000000000aa
             */
            messageId: string;
            event: components["schemas"]["WebhookEvent"];
            state: components["schemas"]["WebhookDeliveryState"];
            /**
             * @description Attempts so far
             * @example 0
             */
            attemptCount: number;
            /**
             * @description HTTP status of the latest attempt; null where none was answered
             * @example 500
             */
            lastStatus: number | null;
            /**
             * Format: date-time
             * @description When it was put on its way
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it is tried next; null when it is over
             * @example 2026-11-19T09:30:00.000Z
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was over
             * @example 2026-11-19T09:30:00.000Z
             */
            finishedAt: string | null;
            /**
             * @description Why it FAILED
             * @example All 8 tries failed.
             */
            reason: string | null;
        };
        /**
         * @description Which deliveries to replay
         * @example {
         *       "from": "2026-11-19T00:00:00Z",
         *       "to": "2026-11-19T12:00:00Z"
         *     }
         */
        WebhookReplay: {
            /**
             * Format: date-time
             * @description First time at which deliveries were made (inclusive)
             * @example 2026-11-19T00:00:00Z
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the time in which they were made (exclusive); now by default
             * @example 2026-11-19T12:00:00Z
             */
            to?: string;
            /**
             * @description The state the latest delivery of a message is in
             * @default FAILED
             * @example FAILED
             * @enum {string}
             */
            state?: "DELIVERED" | "FAILED";
            event?: components["schemas"]["WebhookEvent"];
        };
        /**
         * @description What a replay put on its way
         * @example {
         *       "replayed": 12,
         *       "retried": 5,
         *       "remaining": 0
         *     }
         */
        WebhookReplayResult: {
            /**
             * @description New deliveries
             * @example 12
             */
            replayed: number;
            /**
             * @description Deliveries that waited for a retry and are tried now, not counted in replayed
             * @example 5
             */
            retried: number;
            /**
             * @description More that match; repeat the call for them
             * @example 0
             */
            remaining: number;
        };
        /**
         * @description A page of deliveries
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        WebhookDeliveryList: {
            /**
             * @description The deliveries of this page
             * @example []
             */
            data: components["schemas"]["WebhookDelivery"][];
            /**
             * @description All that match
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description One try to deliver
         * @example {
         *       "attempt": 1,
         *       "startedAt": "2026-11-19T09:30:00.000Z",
         *       "durationMs": 182,
         *       "host": "hooks.example.com",
         *       "requestHeaders": {
         *         "content-type": "application/json",
         *         "webhook-id": "msg_019aa0c47f00700080000000000000aa",
         *         "webhook-timestamp": "1795080600"
         *       },
         *       "status": 500,
         *       "error": "It answered 500.",
         *       "responseHeaders": {
         *         "content-type": "text/plain"
         *       },
         *       "responseBody": "Out of order"
         *     }
         */
        WebhookAttempt: {
            /**
             * @description Number of the attempt
             * @example 1
             */
            attempt: number;
            /**
             * Format: date-time
             * @description When it began
             * @example 2026-11-19T09:30:00.000Z
             */
            startedAt: string;
            /**
             * @description How long it took
             * @example 182
             */
            durationMs: number;
            /**
             * @description Host and port of the URL it was sent to
             * @example hooks.example.com
             */
            host: string | null;
            /**
             * @description Headers it was sent with
             * @example {
             *       "content-type": "application/json",
             *       "webhook-id": "msg_019aa0c47f00700080000000000000aa",
             *       "webhook-timestamp": "1795080600"
             *     }
             */
            requestHeaders: {
                [key: string]: string;
            } | null;
            /**
             * @description HTTP status; null where no answer came
             * @example 500
             */
            status: number | null;
            /**
             * @description Why it was not delivered, or has no outcome yet
             * @example It refuses the connection.
             */
            error: string | null;
            /**
             * @description Headers of the answer, a few that help
             * @example {
             *       "content-type": "text/plain"
             *     }
             */
            responseHeaders: {
                [key: string]: string;
            } | null;
            /**
             * @description How the body of the answer begins, at most 4096 characters
             * @example Out of order
             */
            responseBody: string | null;
        };
        /**
         * @description A delivery with its body and its attempts
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000081",
         *       "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
         *       "messageId": "msg_019aa0c47f00700080000000000000aa",
         *       "event": "alert.triggered",
         *       "state": "PENDING",
         *       "attemptCount": 0,
         *       "lastStatus": null,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "nextAttemptAt": "2026-11-19T09:30:00.000Z",
         *       "finishedAt": null,
         *       "reason": null,
         *       "body": "{\"type\":\"alert.triggered\",\"timestamp\":\"2026-11-19T09:30:00.000Z\",\"data\":{\"state\":\"ACTIVE\"}}",
         *       "attempts": []
         *     }
         */
        WebhookDeliveryDetail: {
            /**
             * @description Id of the delivery
             * @example 019aa0c4-7f00-7000-8000-000000000081
             */
            id: string;
            /**
             * @description The webhook it goes to
             * @example 019aa0c4-7f00-7000-8000-000000000071
             */
            webhookId: string;
            /**
             * @description Id of the message; the header `webhook-id`, the same in each attempt and replay
             * @example msg_019aa0c47f00700080000000000000aa
             */
            messageId: string;
            event: components["schemas"]["WebhookEvent"];
            state: components["schemas"]["WebhookDeliveryState"];
            /**
             * @description Attempts so far
             * @example 0
             */
            attemptCount: number;
            /**
             * @description HTTP status of the latest attempt; null where none was answered
             * @example 500
             */
            lastStatus: number | null;
            /**
             * Format: date-time
             * @description When it was put on its way
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it is tried next; null when it is over
             * @example 2026-11-19T09:30:00.000Z
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was over
             * @example 2026-11-19T09:30:00.000Z
             */
            finishedAt: string | null;
            /**
             * @description Why it FAILED
             * @example All 8 tries failed.
             */
            reason: string | null;
            /**
             * @description What is sent, byte for byte
             * @example {"type":"alert.triggered","timestamp":"2026-11-19T09:30:00.000Z","data":{"state":"ACTIVE"}}
             */
            body: string;
            /**
             * @description The attempts, the first one first
             * @example []
             */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /**
         * @description What it connects to
         * @example CHATGPT
         * @enum {string}
         */
        IntegrationType: "CHATGPT" | "CLAUDE" | "GEMINI" | "PERPLEXITY" | "GROK" | "DEEPSEEK" | "LLAMA" | "SLACK";
        /**
         * @description Whether the platform reads how favourably each answer speaks of those it names
         * @example {
         *       "enabled": true,
         *       "model": "gpt-5-mini"
         *     }
         */
        StanceSettings: {
            /**
             * @description Whether it does
             * @example true
             */
            enabled: boolean;
            /**
             * @description The model that reads; null means that of the integration
             * @example gpt-5-mini
             */
            model: string | null;
        };
        /**
         * @description What may be shown of the config; of SLACK nothing
         * @example {
         *       "baseUrl": null,
         *       "model": "gpt-5",
         *       "dailySpendLimit": 20,
         *       "stance": {
         *         "enabled": false,
         *         "model": null
         *       }
         *     }
         */
        IntegrationSettings: {
            /**
             * @description Where the platform's API is; null means its own
             * @example https://gateway.example.com/v1
             */
            baseUrl?: string | null;
            /**
             * @description The model that is asked; null means the default
             * @example gpt-5
             */
            model?: string | null;
            /**
             * @description US dollars a UTC day; null means no limit
             * @example 20
             */
            dailySpendLimit?: number | null;
            stance?: components["schemas"]["StanceSettings"];
        };
        /**
         * @description Whether an integration works
         * @example {
         *       "ok": true,
         *       "status": 200,
         *       "reason": "It works.",
         *       "checkedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        IntegrationCheck: {
            /**
             * @description Whether it works
             * @example true
             */
            ok: boolean;
            /**
             * @description HTTP status of the answer; null where there was none
             * @example 200
             */
            status: number | null;
            /**
             * @description Why it works or not
             * @example It works.
             */
            reason: string;
            /**
             * Format: date-time
             * @description When it was checked
             * @example 2026-11-19T09:30:00.000Z
             */
            checkedAt: string;
        };
        /**
         * @description A service the organisation has credentials for
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000091",
         *       "type": "CHATGPT",
         *       "isActive": true,
         *       "config": {
         *         "baseUrl": null,
         *         "model": "gpt-5",
         *         "dailySpendLimit": 20,
         *         "stance": {
         *           "enabled": false,
         *           "model": null
         *         }
         *       },
         *       "hasSecret": true,
         *       "secretLast4": "9f2c",
         *       "lastCheck": {
         *         "ok": true,
         *         "status": 200,
         *         "reason": "It works.",
         *         "checkedAt": "2026-11-19T09:30:00.000Z"
         *       },
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Integration: {
            /**
             * @description Id of the integration
             * @example 019aa0c4-7f00-7000-8000-000000000091
             */
            id: string;
            type: components["schemas"]["IntegrationType"];
            /**
             * @description Whether it is used
             * @example true
             */
            isActive: boolean;
            config: components["schemas"]["IntegrationSettings"];
            /**
             * @description Whether a secret is kept
             * @example true
             */
            hasSecret: boolean;
            /**
             * @description The last four characters of the secret; null for one so short that they give it away
             * @example 9f2c
             */
            secretLast4: string | null;
            /** @description The latest check of this config; null where there is none */
            lastCheck: components["schemas"]["IntegrationCheck"] | (never | null);
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of integrations
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        IntegrationList: {
            /**
             * @description The integrations of this page
             * @example []
             */
            data: components["schemas"]["Integration"][];
            /**
             * @description All that match
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description AI platforms alone: whether the platform reads how favourably each answer speaks of those it names, one request an
         *     answer. Its scores (sentimentReader MODEL) take the place of those by rules (LEXICON) as they come; what was sent with
         *     a run stays. One integration of an organisation may. Off by default: nothing is sent
         * @example {
         *       "enabled": true,
         *       "model": "gpt-5-mini"
         *     }
         */
        StanceConfig: {
            /**
             * @description Whether it does. Off again, nothing new is asked, and scores stay
             * @example true
             */
            enabled: boolean;
            /**
             * @description The model that reads; null means that of the integration. Another one is not asked about what was read before
             * @example gpt-5-mini
             */
            model?: string | null;
        };
        /**
         * @description Credentials and settings; which fields there are is of the type (see createIntegration)
         * @example {
         *       "apiKey": "sk-an-invented-key-9f2c",
         *       "model": "gpt-5",
         *       "dailySpendLimit": 20
         *     }
         */
        IntegrationConfig: {
            /**
             * @description The key of an AI platform; kept encrypted
             * @example sk-an-invented-key-9f2c
             */
            apiKey?: string;
            /**
             * @description Where the platform's API is; http or https at a public address
             * @example https://gateway.example.com/v1
             */
            baseUrl?: string | null;
            /**
             * @description The model to ask
             * @example gpt-5
             */
            model?: string | null;
            /**
             * @description US dollars a UTC day, runs, trials and readings of stance together. An answer counts by its cost where that is known, else (and while it is under way) as 0.03, a reading by the most that it may cost. Where the limit leaves no room, runs wait for the next day, at most 24 h; then they fail; readings wait for 7 days
             * @example 20
             */
            dailySpendLimit?: number | null;
            stance?: components["schemas"]["StanceConfig"];
            /**
             * @description SLACK alone: the incoming webhook's URL; kept encrypted
             * @example https://hooks.slack.com/services/T00000000/B00000000/an-invented-one
             */
            webhookUrl?: string;
        };
        /**
         * @description A new integration
         * @example {
         *       "type": "SLACK",
         *       "config": {
         *         "webhookUrl": "https://hooks.slack.com/services/T00000000/B00000000/an-invented-one"
         *       }
         *     }
         */
        IntegrationCreate: {
            type: components["schemas"]["IntegrationType"];
            config: components["schemas"]["IntegrationConfig"];
            /**
             * @description Whether it is used
             * @default true
             * @example true
             */
            isActive?: boolean;
        };
        /**
         * @description Changes of an integration; fields that are not sent stay as they are
         * @example {
         *       "config": {
         *         "model": "gpt-5"
         *       },
         *       "isActive": true
         *     }
         */
        IntegrationUpdate: {
            config?: components["schemas"]["IntegrationConfig"];
            /**
             * @description Whether it is used
             * @example true
             */
            isActive?: boolean;
        };
        /**
         * @description Why the score by rules stays: REFUSED and INVALID_ANSWER (not the JSON that was asked for), twice; RATE_LIMITED,
         *     UNAVAILABLE, TIMEOUT, CUT_OFF, BAD_ANSWER and INTERRUPTED, four times in all; BAD_CREDENTIALS and ADDRESS_REFUSED;
         *     SPEND_LIMIT and EXPIRED, not sent within 7 days; SWITCHED_OFF meanwhile; TOO_MANY_NAMES (over 200 in an answer);
         *     NO_NAMES, none is named any more
         * @example INVALID_ANSWER
         * @enum {string}
         */
        StanceFallbackReason: "REFUSED" | "INVALID_ANSWER" | "RATE_LIMITED" | "UNAVAILABLE" | "TIMEOUT" | "CUT_OFF" | "BAD_ANSWER" | "INTERRUPTED" | "BAD_CREDENTIALS" | "ADDRESS_REFUSED" | "SPEND_LIMIT" | "EXPIRED" | "SWITCHED_OFF" | "TOO_MANY_NAMES" | "NO_NAMES";
        /**
         * @description How many answers kept the scores by rules for one reason
         * @example {
         *       "reason": "INVALID_ANSWER",
         *       "count": 3
         *     }
         */
        StanceFallbacks: {
            reason: components["schemas"]["StanceFallbackReason"];
            /**
             * @description How many
             * @example 3
             */
            count: number;
        };
        /**
         * @description How far the reading of stance is
         * @example {
         *       "enabled": true,
         *       "model": "gpt-5-mini",
         *       "promptVersion": 1,
         *       "pending": 12,
         *       "read": 1840,
         *       "fallbacks": [
         *         {
         *           "reason": "INVALID_ANSWER",
         *           "count": 3
         *         }
         *       ],
         *       "spentToday": 1.25,
         *       "spentTodayOnStance": 0.31
         *     }
         */
        StanceState: {
            /**
             * @description Whether this integration reads stance
             * @example true
             */
            enabled: boolean;
            /**
             * @description The model that is asked
             * @example gpt-5-mini
             */
            model: string;
            /**
             * @description Version of the question; a new one is not asked about what was read before
             * @example 1
             */
            promptVersion: number;
            /**
             * @description Answers that are to be read
             * @example 12
             */
            pending: number;
            /**
             * @description Answers that were read
             * @example 1840
             */
            read: number;
            /**
             * @description Answers that keep the scores by rules, by reason, most first
             * @example [
             *       {
             *         "reason": "INVALID_ANSWER",
             *         "count": 3
             *       }
             *     ]
             */
            fallbacks: components["schemas"]["StanceFallbacks"][];
            /**
             * @description US dollars of this UTC day that count within dailySpendLimit, runs and trials included
             * @example 1.25
             */
            spentToday: number;
            /**
             * @description US dollars of it for stance
             * @example 0.31
             */
            spentTodayOnStance: number;
        };
        /**
         * @description names: names, aliases or sites of the brand or its competitors changed, and the answers that they concern were read again.
         *     prompts: prompts of the brand were added or archived. model: another model answered on a platform for the first time.
         *     platform: a platform, or another surface of it, answered for the first time. extraction: another version of the
         *     extraction read answers for the first time, while earlier ones are as an older one read them; or the operator had answers
         *     read again (`cli reextract`), so that numbers of all days may differ from those that were reported before this day.
         * @example model
         * @enum {string}
         */
        BreakKind: "names" | "prompts" | "model" | "extraction" | "platform";
        /**
         * @description A change of names
         * @example {
         *       "subject": "COMPETITOR",
         *       "change": "ADDED",
         *       "name": "Gleamwell",
         *       "fields": []
         *     }
         */
        BreakNameChange: {
            /**
             * @description Whose names changed; BRANDS_FILE: a file was imported that changed brands of the organisation, which need not be this one
             * @example COMPETITOR
             * @enum {string}
             */
            subject: "BRAND" | "COMPETITOR" | "BRANDS_FILE";
            /**
             * @description What became of it
             * @example ADDED
             * @enum {string}
             */
            change: "ADDED" | "CHANGED" | "REMOVED";
            /**
             * @description Its name after the change, or its present one; null where it is not known
             * @example Gleamwell
             */
            name: string | null;
            /**
             * @description What was set, of one that was CHANGED
             * @example []
             */
            fields: ("name" | "aliases" | "website" | "caseSensitive" | "ignoredPhrases" | "countInsideLongerNames")[];
        };
        /**
         * @description What changed; the fields are those of its kind
         * @example {
         *       "models": [
         *         "gpt-5"
         *       ]
         *     }
         */
        BreakDetails: {
            /**
             * @description names: the changes of the day, the first 20
             * @example [
             *       {
             *         "subject": "COMPETITOR",
             *         "change": "ADDED",
             *         "name": "Gleamwell",
             *         "fields": []
             *       }
             *     ]
             */
            changes?: components["schemas"]["BreakNameChange"][];
            /**
             * @description prompts: how many were added
             * @example 12
             */
            added?: number;
            /**
             * @description prompts: how many were archived
             * @example 3
             */
            archived?: number;
            /**
             * @description model, platform: the models that answered for the first time
             * @example [
             *       "gpt-5"
             *     ]
             */
            models?: string[];
            /**
             * @description platform: the surfaces that answered for the first time
             * @example [
             *       "API_WEB_SEARCH"
             *     ]
             */
            surfaces?: string[];
            /**
             * @description extraction: the version
             * @example 2
             */
            extractionVersion?: number;
            /**
             * @description extraction, where answers were read again: the lowest version that had read one of them
             * @example 1
             */
            before?: number;
            /**
             * @description extraction, where answers were read again: how many of the brand
             * @example 2157
             */
            answers?: number;
            /**
             * @description extraction, where answers were read again: of how many another thing is said since
             * @example 310
             */
            changed?: number;
        };
        /**
         * @description What changed under the numbers of a brand on a day
         * @example {
         *       "day": "2026-11-19",
         *       "kind": "model",
         *       "platform": "CHATGPT",
         *       "description": "The first answer of gpt-5 on CHATGPT.",
         *       "details": {
         *         "models": [
         *           "gpt-5"
         *         ]
         *       }
         *     }
         */
        Break: {
            /**
             * Format: date
             * @description The day (UTC)
             * @example 2026-11-19
             */
            day: string;
            kind: components["schemas"]["BreakKind"];
            /** @description The platform it is of; null where it is of all */
            platform: components["schemas"]["Platform"] | (null);
            /**
             * @description The same in a sentence, for a chart
             * @example The first answer of gpt-5 on CHATGPT.
             */
            description: string;
            details: components["schemas"]["BreakDetails"];
        };
        /**
         * @description A page of breaks
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        BreakList: {
            /**
             * @description The breaks of this page
             * @example []
             */
            data: components["schemas"]["Break"][];
            /**
             * @description All matching breaks
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description A competitor of a brand
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000021",
         *       "name": "Gleamwell",
         *       "website": "https://www.gleamwell.example",
         *       "aliases": []
         *     }
         */
        ReportCompetitor: {
            /**
             * @description Id of the competitor
             * @example 019aa0c4-7f00-7000-8000-000000000021
             */
            id: string;
            /**
             * @description Its name
             * @example Gleamwell
             */
            name: string;
            /**
             * @description Its website; citations of it are COMPETITOR_SITE
             * @example https://www.gleamwell.example
             */
            website: string | null;
            /**
             * @description Other names that count as naming it
             * @example []
             */
            aliases: string[];
        };
        /**
         * @description A brand of the reports, with those it is compared with
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000011",
         *       "name": "Lumenfold",
         *       "website": "https://www.lumenfold.example",
         *       "description": "Reading lamps",
         *       "industry": "lighting",
         *       "aliases": [
         *         "Lumen Fold"
         *       ],
         *       "archived": false,
         *       "competitors": []
         *     }
         */
        ReportBrand: {
            /**
             * @description Id of the brand
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            id: string;
            /**
             * @description Its name
             * @example Lumenfold
             */
            name: string;
            /**
             * @description Its website; citations of it are BRAND_SITE
             * @example https://www.lumenfold.example
             */
            website: string | null;
            /**
             * @description What it is
             * @example Reading lamps
             */
            description: string | null;
            /**
             * @description What it does
             * @example lighting
             */
            industry: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases: string[];
            /**
             * @description Whether it is left out of lists and reports
             * @example false
             */
            archived: boolean;
            /**
             * @description Its competitors, by name
             * @example []
             */
            competitors: components["schemas"]["ReportCompetitor"][];
        };
        /**
         * @description A page of brands with their competitors
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        ReportBrandList: {
            /**
             * @description The brands of this page
             * @example []
             */
            data: components["schemas"]["ReportBrand"][];
            /**
             * @description All matching brands
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description Names the request in its answer
         * @example 1
         */
        McpId: string | number | (never | null);
        /**
         * @description A request of JSON-RPC 2.0; without an id a notification, which gets no answer
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "method": "tools/list"
         *     }
         */
        McpRequest: {
            /**
             * @description The version of JSON-RPC
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            id?: components["schemas"]["McpId"];
            /**
             * @description What is asked for: initialize, tools/list, tools/call, resources/list, resources/read and others
             * @example tools/list
             */
            method: string;
            /**
             * @description What the method takes
             * @example {}
             */
            params?: Record<string, never>;
        };
        /**
         * @description A message of JSON-RPC 2.0; anything else is refused by an error of JSON-RPC
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "method": "tools/list"
         *     }
         */
        McpMessage: components["schemas"]["McpRequest"] | unknown;
        /**
         * @description An error of JSON-RPC
         * @example {
         *       "code": -32601,
         *       "message": "Method not found"
         *     }
         */
        McpError: {
            /**
             * @description Its code: -32700 unreadable, -32600 no valid request, -32601 unknown method, -32602 wrong parameters, -32603 a fault of the server
             * @example -32601
             */
            code: number;
            /**
             * @description What is wrong
             * @example Method not found
             */
            message: string;
            /**
             * @description More about it
             * @example {}
             */
            data?: unknown;
        };
        /**
         * @description The answer to one request, with `result` or `error`
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "result": {
         *         "tools": []
         *       }
         *     }
         */
        McpAnswer: {
            /**
             * @description The version of JSON-RPC
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            id: components["schemas"]["McpId"];
            /**
             * @description What the method gives
             * @example {
             *       "tools": []
             *     }
             */
            result?: Record<string, never>;
            error?: components["schemas"]["McpError"];
        };
        /**
         * @description An error of JSON-RPC; an Error where the body itself cannot be read
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": null,
         *       "error": {
         *         "code": -32600,
         *         "message": "One message a POST. Send the messages of a batch one by one."
         *       }
         *     }
         */
        McpRefusal: components["schemas"]["McpAnswer"] | components["schemas"]["Error"];
        /**
         * @description QUEUED → RUNNING → READY or FAILED; back to QUEUED when the server that made it stops. Only a READY pin answers reports,
         *     and its files are complete then.
         * @example READY
         * @enum {string}
         */
        PinState: "QUEUED" | "RUNNING" | "READY" | "FAILED";
        /**
         * @description A snapshot of the organisation's data that is kept for reports of record
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000041",
         *       "name": "q3-2026",
         *       "state": "READY",
         *       "reason": null,
         *       "snapshotId": "20261120T081500123Z-4f2a91",
         *       "dataAsOf": "2026-11-20T08:15:00.123Z",
         *       "bytes": 482133,
         *       "extractionVersions": [
         *         1
         *       ],
         *       "touchedAt": null,
         *       "createdAt": "2026-11-20T08:15:02.000Z",
         *       "expiresAt": "2027-12-25T08:15:02.000Z"
         *     }
         */
        Pin: {
            /**
             * @description Id of the pin; reports take it as they take the name
             * @example 019aa0c4-7f00-7000-8000-000000000041
             */
            id: string;
            /**
             * @description Its name
             * @example q3-2026
             */
            name: string;
            state: components["schemas"]["PinState"];
            /**
             * @description Why it failed
             * @example This snapshot is no longer kept.
             */
            reason: string | null;
            /**
             * @description The snapshot it holds; null until it is made, where none was named
             * @example 20261120T081500123Z-4f2a91
             */
            snapshotId: string | null;
            /**
             * Format: date-time
             * @description When its data was known to be complete; null until it is made
             * @example 2026-11-20T08:15:00.123Z
             */
            dataAsOf: string | null;
            /**
             * @description Size of its files; those that other pins of the organisation have too are on disk once. Null until it is made
             * @example 482133
             */
            bytes: number | null;
            /**
             * @description The versions of the extraction that had read its answers, ascending: reports by the pin keep the numbers as these extracted them, whatever is read again since. None where it holds no answer; null until it is made
             * @example [
             *       1
             *     ]
             */
            extractionVersions: number[] | null;
            /**
             * Format: date-time
             * @description When rows were removed from it last, because their answers are kept no longer; null: it is as it was made
             * @example null
             */
            touchedAt: string | null;
            /**
             * Format: date-time
             * @description When it was asked for
             * @example 2026-11-20T08:15:02.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it is removed; a failed one 7 days after it failed at most
             * @example 2027-12-25T08:15:02.000Z
             */
            expiresAt: string;
        };
        /**
         * @description A page of pins
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        PinList: {
            /**
             * @description The pins of this page
             * @example []
             */
            data: components["schemas"]["Pin"][];
            /**
             * @description All pins
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description What to pin, and for how long
         * @example {
         *       "name": "q3-2026",
         *       "keepDays": 400
         *     }
         */
        PinCreate: {
            /**
             * @description What reports name it by, in X-Snapshot-Id; no other pin of the organisation has it
             * @example q3-2026
             */
            name: string;
            /**
             * @description The snapshot of an earlier answer (its header X-Snapshot-Id), while it is kept; by default the one that is current when the pin is made
             * @example 20261120T081500123Z-4f2a91
             */
            snapshot?: string;
            /**
             * @description Days until it is removed
             * @default 400
             * @example 400
             */
            keepDays?: number;
        };
        /**
         * @description A page of exports
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "next": null
         *     }
         */
        ExportList: {
            /**
             * @description The exports of this page
             * @example []
             */
            data: components["schemas"]["Export"][];
            /**
             * @description All matching exports
             * @example 1
             */
            total: number;
            next: components["schemas"]["Next"];
        };
        /**
         * @description The report to export
         * @example MENTIONS
         * @enum {string}
         */
        ReportKind: "BRANDS" | "QUERIES" | "MENTIONS";
        /**
         * @description What to export of the report; every field is optional. Beside the range they mean what they mean in the report
         *     itself, which says what goes with what.
         * @example {
         *       "start_date": "2026-10-01",
         *       "end_date": "2026-10-31",
         *       "dimensions": [
         *         "platform",
         *         "week"
         *       ],
         *       "include": [
         *         "intervals"
         *       ]
         *     }
         */
        ExportParameters: {
            /**
             * @description Restricts the report to one brand; an unknown one gives an empty file
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            brand_id?: string;
            /**
             * Format: date
             * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
             * @example 2026-10-01
             */
            start_date?: string;
            /**
             * Format: date
             * @description Last day of the range (UTC, inclusive); today by default
             * @example 2026-10-31
             */
            end_date?: string;
            /**
             * @description As in the report. With them, or another of the fields below, the file has the columns that the answer has.
             * @example [
             *       "platform",
             *       "week"
             *     ]
             */
            dimensions?: components["schemas"]["ExportDimension"][];
            /**
             * @description As in the report
             * @example [
             *       {
             *         "field": "platform",
             *         "operator": "in",
             *         "values": [
             *           "CHATGPT",
             *           "CLAUDE"
             *         ]
             *       }
             *     ]
             */
            filters?: {
                /**
                 * @description A field that the report can be filtered by
                 * @example platform
                 * @enum {string}
                 */
                field: "brand" | "query" | "tag" | "platform" | "model" | "country" | "language" | "branded" | "mentioned" | "sentiment" | "sentiment_reader" | "source_type" | "domain";
                /**
                 * @description `contains` for texts only
                 * @example in
                 * @enum {string}
                 */
                operator: "in" | "not_in" | "contains";
                /**
                 * @description Texts, true or false, or null for what is unknown
                 * @example [
                 *       "CHATGPT"
                 *     ]
                 */
                values: (string | boolean | (never | null))[];
            }[];
            /**
             * @description As in the report
             * @example [
             *       {
             *         "field": "visibility_total",
             *         "operator": "gte",
             *         "value": 10
             *       }
             *     ]
             */
            having?: {
                /**
                 * @description A measure of the report
                 * @example visibility_total
                 */
                field: string;
                /**
                 * @description At least or at most
                 * @example gte
                 * @enum {string}
                 */
                operator: "gte" | "lte";
                /**
                 * @description The bound
                 * @example 10
                 */
                value: number;
            }[];
            /**
             * @description As in the report
             * @example [
             *       {
             *         "field": "visibility",
             *         "direction": "desc"
             *       }
             *     ]
             */
            order_by?: {
                /**
                 * @description A measure or dimension of the report
                 * @example visibility
                 */
                field: string;
                /**
                 * @description Ascending or descending
                 * @default asc
                 * @example desc
                 * @enum {string}
                 */
                direction?: "asc" | "desc";
            }[];
            /**
             * @description As in the report
             * @example [
             *       "intervals"
             *     ]
             */
            include?: components["schemas"]["ExportInclude"][];
            /**
             * @description As in the report
             * @example previous
             */
            compare_to?: "previous" | {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-09-01
                 */
                start_date: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-09-30
                 */
                end_date: string;
            };
            /**
             * @description As in the report: whose scores count as sentiment
             * @example [
             *       "MODEL",
             *       "PERSON"
             *     ]
             */
            sentiment_readers?: components["schemas"]["SentimentReader"][];
        };
        /**
         * @description A report to be written to a file, all of its rows
         * @example {
         *       "report": "MENTIONS",
         *       "format": "CSV",
         *       "parameters": {
         *         "start_date": "2026-10-01",
         *         "end_date": "2026-10-31"
         *       }
         *     }
         */
        ExportCreate: {
            report: components["schemas"]["ReportKind"];
            format: components["schemas"]["ExportFormat"];
            parameters?: components["schemas"]["ExportParameters"];
        };
    };
    responses: {
        /** @description The request is not valid; the message names the field and the fix, `details` lists all findings */
        BadRequest: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "validation_error",
                 *       "message": "name is required.",
                 *       "details": [
                 *         {
                 *           "field": "name",
                 *           "message": "name is required."
                 *         },
                 *         {
                 *           "field": "websit",
                 *           "message": "\"websit\" is not a field. Did you mean \"website\"?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request's line and headers together are larger than 24 KiB, or there are more than 1,000 headers; checked before any other */
        HeadersTooLarge: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "headers_too_large",
                 *       "message": "The headers are larger than 24 KiB, the request line included, or more than 1,000."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the server; the request id finds it in the log */
        InternalError: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "internal",
                 *       "message": "Something went wrong on our side."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such resource in your organisation */
        NotFound: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "not_found",
                 *       "message": "There is no such brand."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not able to answer just now (starting, draining, overloaded, database or snapshot away) */
        Unavailable: {
            headers: {
                /** @description Seconds to wait before the next try */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unavailable",
                 *       "message": "The database cannot be reached. Try again shortly."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Missing or invalid credentials */
        Unauthorized: {
            headers: {
                /** @description The scheme that is expected */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unauthorized",
                 *       "message": "A valid API key is required, in the header X-API-Key or the query parameter api_key."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credentials are valid but do not cover this operation; the message names what is missing */
        Forbidden: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "forbidden",
                 *       "message": "This API key lacks the scope reports:read."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than this operation takes */
        PayloadTooLarge: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "payload_too_large",
                 *       "message": "The body is larger than 1048576 bytes."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not of a media type this operation takes */
        UnsupportedMediaType: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unsupported_media_type",
                 *       "message": "Send the body as application/json (UTF-8, not compressed)."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Over the rate limit of a minute or of the day; wait for Retry-After seconds */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait before the next try */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "rate_limited",
                 *       "message": "Too many requests. Wait for 1 s."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It clashes with what is there already (a name that is taken, a state that does not allow it) */
        Conflict: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "conflict",
                 *       "message": "name: a brand with this name exists already."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The client has this version already (If-None-Match) */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The resource has another version than If-Match says; nothing was changed */
        PreconditionFailed: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "precondition_failed",
                 *       "message": "If-Match: this has changed since. Get it again, and make the change on that."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Idempotency-Key was used with another request before; or what was sent cannot be worked on */
        Unprocessable: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unprocessable",
                 *       "message": "This Idempotency-Key was used with another request."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A paid subscription is required (CUSTOM plan), or a quota is used up */
        PaymentRequired: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "subscription_required",
                 *       "message": "The reporting API needs the CUSTOM plan.",
                 *       "plan": "FREE"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The client has this answer already (If-None-Match) */
        ReportNotModified: {
            headers: {
                ETag: components["headers"]["ReportETag"];
                /**
                 * @description The snapshot that is served now
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: string;
                /**
                 * @description When the data was last known to be complete (RFC 3339, UTC)
                 * @example 2026-11-20T08:15:00.123Z
                 */
                "X-Data-As-Of"?: string;
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The snapshot that is named (or the pin) is no longer kept, or what changed since it is not known; start again without it */
        Gone: {
            headers: {
                /** @description Id of this request, the client's own where it sent one that is well-formed; in the server's log where that has a line for each request (ACCESS_LOG) */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "snapshot_gone",
                 *       "message": "This snapshot is no longer kept. Leave out X-Snapshot-Id to use the current one."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
         * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
         */
        IfNoneMatch: string;
        /**
         * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
         *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
         *     `lastUsedAt`, makes no other version.
         * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
         */
        IfMatch: string;
        /**
         * @description Most entries to return
         * @example 100
         */
        Limit: number;
        /**
         * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
         * @example 0
         */
        Offset: number;
        /**
         * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
         *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
         *     change.
         * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
         */
        After: string;
        /**
         * @description Id of the resource
         * @example 019aa0c4-7f00-7000-8000-000000000001
         */
        Id: string;
        /**
         * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
         *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
         *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
         *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
         *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
         *     seconds; then it is 409, and may be sent again with the same key.
         * @example 5f0c2a1e-order-17
         */
        IdempotencyKey: string;
        /**
         * @description First time (inclusive); without it from the beginning
         * @example 2026-11-01T00:00:00Z
         */
        From: string;
        /**
         * @description End (exclusive); without it to the end
         * @example 2026-12-01T00:00:00Z
         */
        To: string;
        /**
         * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
         *     answer again and does nothing twice; the same key with another body is 422. A request that was refused, or that
         *     failed without doing anything, leaves its key free, so after a 503 repeat it with the same key. This operation does more
         *     than one transaction can hold. Where nobody knows whether it took effect, because the server was killed or the
         *     database was lost at the last moment, the repeat is 409 after 5 seconds: look at what is there, then send the request
         *     with a new key.
         * @example 5f0c2a1e-order-17
         */
        IdempotencyKeyOfWork: string;
        /**
         * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
         * @example 2026-10-01
         */
        DefaultStartDate: string;
        /**
         * @description Last day (UTC, inclusive); by default today
         * @example 2026-10-31
         */
        DefaultEndDate: string;
        /**
         * @description First day (UTC, inclusive); without it from the beginning
         * @example 2026-10-01
         */
        StartDate: string;
        /**
         * @description Last day (UTC, inclusive); without it to the end
         * @example 2026-10-31
         */
        EndDate: string;
        /**
         * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
         * @example sl_live_000000000000000000000000000000000000
         */
        ApiKeyInQuery: string;
        /**
         * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
         *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
         *     for as long as it was asked for: `POST /api/pins`.
         * @example 20261120T081500123Z-4f2a91
         */
        SnapshotId: string;
        /**
         * @description Restricts the report to one brand; an unknown one gives an empty report
         * @example 019aa0c4-7f00-7000-8000-000000000001
         */
        ReportBrandId: string;
        /**
         * @description Alias of brand_id. Send one or the other.
         * @example 019aa0c4-7f00-7000-8000-000000000001
         */
        ReportProject: string;
        /**
         * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
         * @example 2026-10-01
         */
        ReportStart: string;
        /**
         * @description Last day of the range (UTC, inclusive); today by default
         * @example 2026-10-31
         */
        ReportEnd: string;
        /**
         * @description Most entries to return; at most 1000 with competitors or evidence included
         * @example 100
         */
        ReportLimit: number;
        /**
         * @description Entries to pass over first
         * @example 0
         */
        ReportOffset: number;
        /**
         * @description The snapshot to stay on, or the name or id of a pin; as the header X-Snapshot-Id
         * @example 20261120T081500123Z-4f2a91
         */
        ReportSnapshot: string;
        /**
         * @description Up to 3 dimensions with commas between, as in the body of the POST
         * @example platform,week
         */
        ReportDimensions: string;
        /**
         * @description `field:operator:values` with commas between values; may be sent several times. A comma or a backslash in a value has
         *     a backslash before it, and an empty value is null.
         * @example [
         *       "platform:in:CHATGPT,CLAUDE"
         *     ]
         */
        ReportFilters: string[];
        /**
         * @description `field:gte:value` or `field:lte:value`; may be sent several times
         * @example [
         *       "visibility_total:gte:10"
         *     ]
         */
        ReportHaving: string[];
        /**
         * @description Fields with commas between, descending with a hyphen before it; `name` is the brand's
         * @example -visibility,name
         */
        ReportOrderBy: string;
        /**
         * @description What to include, with commas between
         * @example intervals
         */
        ReportInclude: string;
        /**
         * @description `previous`, or a first and last day with two dots between
         * @example previous
         */
        ReportCompareTo: string;
        /**
         * @description Whose scores count as sentiment, with commas between (LEXICON, MODEL, SENT, PERSON); all by default
         * @example MODEL,PERSON
         */
        ReportSentimentReaders: string;
        /**
         * @description The form of the answer; without it `Accept` decides, and JSON where that names none of these
         * @example csv
         */
        ReportFormat: "json" | "csv" | "ndjson" | "parquet";
    };
    requestBodies: never;
    headers: {
        /**
         * @description The path of the new resource, to get it by
         * @example /api/brands/019aa0c4-7f00-7000-8000-000000000011
         */
        Location: string;
        /**
         * @description The version of the resource. Send it as `If-Match` with a change, and it is made to this version or not at all; as
         *     `If-None-Match` with the next GET, and it is answered 304 where nothing has changed. Weak (`W/`) where the answer is
         *     compressed.
         * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
         */
        ETag: string;
        /**
         * @description The page after this one as `<path>; rel="next"` (RFC 8288), by its cursor; absent on the last page
         * @example </api/brands?limit=100&after=AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ>; rel="next"
         */
        Link: string;
        /**
         * @description Stands for the request and the data it was made from; it stays while the organisation's data does. Weak (`W/`) where
         *     the answer is compressed; absent where the report is of an older snapshot or a pin.
         * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
         */
        ReportETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getDashboard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    /** @description Stands for this page; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    /** @description What the page may load, and from where */
                    "Content-Security-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en"><title>Sightline</title></html> */
                    "text/html": components["schemas"]["HtmlPage"];
                };
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    /** @description Stands for this page; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    /** @description What the page may load, and from where */
                    "Content-Security-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    /** @description Stands for this page; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    /** @description What the page may load, and from where */
                    "Content-Security-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en"><title>Sightline – API reference</title></html> */
                    "text/html": components["schemas"]["HtmlPage"];
                };
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    /** @description Stands for this page; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    /** @description What the page may load, and from where */
                    "Content-Security-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    getGuide: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Name of the guide
                 * @example first-report
                 */
                guide: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    /** @description Stands for this page; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    /** @description What the page may load, and from where */
                    "Content-Security-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en"><title>Sightline – First report</title></html> */
                    "text/html": components["schemas"]["HtmlPage"];
                };
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    /** @description Stands for this page; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    /** @description What the page may load, and from where */
                    "Content-Security-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Name of the file
                 * @example main-3KQX5WZT.js
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    /** @description Stands for this page; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    /** @description What the page may load, and from where */
                    "Content-Security-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example export {}; */
                    "text/javascript": components["schemas"]["AssetFile"];
                    /** @example body { margin: 0 } */
                    "text/css": components["schemas"]["AssetFile"];
                    /** @example <svg xmlns="http://www.w3.org/2000/svg"/> */
                    "image/svg+xml": components["schemas"]["AssetFile"];
                };
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    /** @description Stands for this page; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    /** @description What the page may load, and from where */
                    "Content-Security-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "registration": "invite",
                     *       "snapshot": {
                     *         "id": "20261120T081500123Z-4f2a91",
                     *         "ageSeconds": 12.5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    getReadiness: {
        parameters: {
            query?: {
                /**
                 * @description What must work for 200
                 * @example writes
                 */
                for?: "reports" | "writes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready for traffic */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "checks": {
                     *         "writes": {
                     *           "status": "ok"
                     *         },
                     *         "snapshot": {
                     *           "status": "ok",
                     *           "ageSeconds": 12.5
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["BadRequest"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract */
            200: {
                headers: {
                    /** @description Stands for this contract; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.0.3",
                     *       "info": {
                     *         "title": "Sightline",
                     *         "version": "1.0.0"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": components["schemas"]["OpenapiDocument"];
                };
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    /** @description Stands for this contract; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    getOpenapiYaml: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract */
            200: {
                headers: {
                    /** @description Stands for this contract; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.0.3",
                     *       "info": {
                     *         "title": "Sightline",
                     *         "version": "1.0.0"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/yaml": components["schemas"]["OpenapiDocument"];
                };
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    /** @description Stands for this contract; send it back as If-None-Match */
                    ETag?: string;
                    /** @description For how long it may be used without asking */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Email and password of a member */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    /** @description Always no-store */
                    "Cache-Control"?: string;
                    /**
                     * @description The refresh token, where the session is kept by cookie
                     * @example sightline_refresh=slr_Zk3Jd0oYf1w2; Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure
                     */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
                     *       "refreshToken": "slr_Zk3Jd0oYf1w2",
                     *       "expiresIn": 3600,
                     *       "tokenType": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The latest refresh token; empty: the one in the cookie */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "slr_Zk3Jd0oYf1w2"
                 *     }
                 */
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    /** @description Always no-store */
                    "Cache-Control"?: string;
                    /**
                     * @description The refresh token, where the session is kept by cookie
                     * @example sightline_refresh=slr_Zk3Jd0oYf1w2; Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure
                     */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
                     *       "refreshToken": "slr_Zk3Jd0oYf1w2",
                     *       "expiresIn": 3600,
                     *       "tokenType": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The organisation and its owner */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organisationName": "Lumenfold Ltd",
                 *       "email": "owner@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description Logged in */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    /** @description Always no-store */
                    "Cache-Control"?: string;
                    /**
                     * @description The refresh token, where the session is kept by cookie
                     * @example sightline_refresh=slr_Zk3Jd0oYf1w2; Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure
                     */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
                     *       "refreshToken": "slr_Zk3Jd0oYf1w2",
                     *       "expiresIn": 3600,
                     *       "tokenType": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What ends; empty: this login alone */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "everywhere": true
                 *     }
                 */
                "application/json": components["schemas"]["Logout"];
            };
        };
        responses: {
            /** @description Logged out */
            204: {
                headers: {
                    /**
                     * @description Removes the refresh token of a session that is kept by cookie
                     * @example sightline_refresh=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure
                     */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *         "email": "owner@example.com",
                     *         "createdAt": "2026-11-19T09:30:00.000Z"
                     *       },
                     *       "organisation": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *         "name": "Lumenfold Ltd",
                     *         "plan": "CUSTOM",
                     *         "isDemo": false,
                     *         "createdAt": "2026-11-19T09:30:00.000Z"
                     *       },
                     *       "role": "OWNER",
                     *       "organisations": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *           "name": "Lumenfold Ltd",
                     *           "role": "OWNER"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The current password and the new one */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "correct horse battery staple",
                 *       "newPassword": "incorrect donkey battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    switchOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The other organisation */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organisationId": "019aa0c4-7f00-7000-8000-000000000042"
                 *     }
                 */
                "application/json": components["schemas"]["OrganisationSwitch"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    /** @description Always no-store */
                    "Cache-Control"?: string;
                    /**
                     * @description The refresh token, where the session is kept by cookie
                     * @example sightline_refresh=slr_Zk3Jd0oYf1w2; Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure
                     */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
                     *       "refreshToken": "slr_Zk3Jd0oYf1w2",
                     *       "expiresIn": 3600,
                     *       "tokenType": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the invitation and a password */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "sli_019aa0c47f0070008000000000000041_Zk3Jd0oYf1w2",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description Logged in */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    /** @description Always no-store */
                    "Cache-Control"?: string;
                    /**
                     * @description The refresh token, where the session is kept by cookie
                     * @example sightline_refresh=slr_Zk3Jd0oYf1w2; Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure
                     */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
                     *       "refreshToken": "slr_Zk3Jd0oYf1w2",
                     *       "expiresIn": 3600,
                     *       "tokenType": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganisation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organisation */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "name": "Lumenfold Ltd",
                     *       "plan": "CUSTOM",
                     *       "isDemo": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOrganisation: {
        parameters: {
            query: {
                /**
                 * @description The name of the organisation as it is, to confirm
                 * @example Lumenfold Ltd
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganisation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Lumenfold Lighting"
                 *     }
                 */
                "application/json": components["schemas"]["OrganisationUpdate"];
            };
        };
        responses: {
            /** @description The organisation as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "name": "Lumenfold Lighting",
                     *       "plan": "CUSTOM",
                     *       "isDemo": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organisation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only members of this role
                 * @example ADMIN
                 */
                role?: components["schemas"]["MemberRole"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *           "email": "ada@example.com",
                     *           "role": "MEMBER",
                     *           "createdAt": "2026-11-19T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "email": "ada@example.com",
                     *       "role": "MEMBER",
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: {
                /**
                 * @description Have the member's API keys become yours instead of revoking them
                 * @example false
                 */
                keepApiKeys?: boolean;
            };
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    /**
                     * @description How many API keys were revoked
                     * @example 0
                     */
                    "X-Revoked-Api-Keys"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The new role */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "MEMBER"
                 *     }
                 */
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description The member as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description How many API keys were revoked
                     * @example 0
                     */
                    "X-Revoked-Api-Keys"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "email": "ada@example.com",
                     *       "role": "MEMBER",
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only invitations in this state
                 * @example PENDING
                 */
                state?: components["schemas"]["InvitationState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invitations */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *           "email": "ada@example.com",
                     *           "role": "MEMBER",
                     *           "state": "PENDING",
                     *           "invitedBy": "019aa0c4-7f00-7000-8000-000000000051",
                     *           "createdAt": "2026-11-19T09:30:00.000Z",
                     *           "expiresAt": "2026-11-26T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Whom to invite, as what */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "role": "MEMBER"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description The invitation with its token */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *       "email": "ada@example.com",
                     *       "role": "MEMBER",
                     *       "state": "PENDING",
                     *       "invitedBy": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "expiresAt": "2026-11-26T09:30:00.000Z",
                     *       "token": "sli_019aa0c47f0070008000000000000041_Zk3Jd0oYf1w2"
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *       "email": "ada@example.com",
                     *       "role": "MEMBER",
                     *       "state": "PENDING",
                     *       "invitedBy": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "expiresAt": "2026-11-26T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only this action (an operationId)
                 * @example createBrand
                 */
                action?: string;
                /**
                 * @description Only what this user or API key did
                 * @example 019aa0c4-7f00-7000-8000-000000000051
                 */
                actorId?: string;
                /**
                 * @description Only changes of this kind of resource
                 * @example brand
                 */
                targetType?: string;
                /**
                 * @description Only changes of this resource
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                targetId?: string;
                /**
                 * @description First time (inclusive); without it from the beginning
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["From"];
                /**
                 * @description End (exclusive); without it to the end
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit log */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000071",
                     *           "at": "2026-11-19T09:30:00.000Z",
                     *           "actorType": "USER",
                     *           "actorId": "019aa0c4-7f00-7000-8000-000000000051",
                     *           "actorEmail": "owner@example.com",
                     *           "address": "192.0.2.17",
                     *           "action": "createBrand",
                     *           "targetType": "brand",
                     *           "targetId": "019aa0c4-7f00-7000-8000-000000000011",
                     *           "details": {
                     *             "name": "Lumenfold"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only keys in this state
                 * @example ACTIVE
                 */
                state?: components["schemas"]["ApiKeyState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000081",
                     *           "name": "Weekly report",
                     *           "prefix": "sl_live_Zk3Jd0",
                     *           "scopes": [
                     *             "reports:read"
                     *           ],
                     *           "brandIds": null,
                     *           "state": "ACTIVE",
                     *           "replacedBy": null,
                     *           "createdAt": "2026-11-19T09:30:00.000Z",
                     *           "expiresAt": null,
                     *           "revokedAt": null,
                     *           "revokedBecause": null,
                     *           "createdBy": "019aa0c4-7f00-7000-8000-000000000051",
                     *           "lastUsedAt": null
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new key */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Weekly report",
                 *       "scopes": [
                 *         "reports:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description The key */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000081",
                     *       "name": "Weekly report",
                     *       "prefix": "sl_live_Zk3Jd0",
                     *       "scopes": [
                     *         "reports:read"
                     *       ],
                     *       "brandIds": null,
                     *       "state": "ACTIVE",
                     *       "replacedBy": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "revokedBecause": null,
                     *       "createdBy": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "lastUsedAt": null,
                     *       "key": "sl_live_000000000000000000000000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000081",
                     *       "name": "Weekly report",
                     *       "prefix": "sl_live_Zk3Jd0",
                     *       "scopes": [
                     *         "reports:read"
                     *       ],
                     *       "brandIds": null,
                     *       "state": "ACTIVE",
                     *       "replacedBy": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "revokedBecause": null,
                     *       "createdBy": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "lastUsedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Monthly report"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyUpdate"];
            };
        };
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000081",
                     *       "name": "Weekly report",
                     *       "prefix": "sl_live_Zk3Jd0",
                     *       "scopes": [
                     *         "reports:read"
                     *       ],
                     *       "brandIds": null,
                     *       "state": "ACTIVE",
                     *       "replacedBy": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "revokedBecause": null,
                     *       "createdBy": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "lastUsedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description How long both work */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapMinutes": 60
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000081",
                     *       "name": "Weekly report",
                     *       "prefix": "sl_live_Zk3Jd0",
                     *       "scopes": [
                     *         "reports:read"
                     *       ],
                     *       "brandIds": null,
                     *       "state": "ACTIVE",
                     *       "replacedBy": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "revokedBecause": null,
                     *       "createdBy": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "lastUsedAt": null,
                     *       "key": "sl_live_000000000000000000000000000000000000"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBrands: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description true lists archived brands, false the others (default)
                 * @example false
                 */
                archived?: boolean;
                /**
                 * @description Only brands whose name holds this text, in any case
                 * @example lumen
                 */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of brands */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["BrandList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBrand: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new brand */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Lumenfold",
                 *       "website": "https://www.lumenfold.example",
                 *       "industry": "lighting",
                 *       "aliases": [
                 *         "Lumen Fold"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BrandCreate"];
            };
        };
        responses: {
            /** @description The brand */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Lumenfold",
                     *       "website": "https://www.lumenfold.example",
                     *       "description": "Reading lamps",
                     *       "industry": "lighting",
                     *       "aliases": [
                     *         "Lumen Fold"
                     *       ],
                     *       "caseSensitive": [],
                     *       "ignoredPhrases": [],
                     *       "countInsideLongerNames": false,
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBrand: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Lumenfold",
                     *       "website": "https://www.lumenfold.example",
                     *       "description": "Reading lamps",
                     *       "industry": "lighting",
                     *       "aliases": [
                     *         "Lumen Fold"
                     *       ],
                     *       "caseSensitive": [],
                     *       "ignoredPhrases": [],
                     *       "countInsideLongerNames": false,
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveBrand: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Archived */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateBrand: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "aliases": [
                 *         "Lumen Fold",
                 *         "LumenFold"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BrandUpdate"];
            };
        };
        responses: {
            /** @description The brand as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Lumenfold",
                     *       "website": "https://www.lumenfold.example",
                     *       "description": "Reading lamps",
                     *       "industry": "lighting",
                     *       "aliases": [
                     *         "Lumen Fold"
                     *       ],
                     *       "caseSensitive": [],
                     *       "ignoredPhrases": [],
                     *       "countInsideLongerNames": false,
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompetitors: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of competitors */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["CompetitorList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCompetitor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The new competitor */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Gleamwell",
                 *       "website": "https://gleamwell.example"
                 *     }
                 */
                "application/json": components["schemas"]["CompetitorCreate"];
            };
        };
        responses: {
            /** @description The competitor */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000021",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Gleamwell",
                     *       "website": "https://gleamwell.example",
                     *       "aliases": [],
                     *       "caseSensitive": [],
                     *       "ignoredPhrases": [],
                     *       "countInsideLongerNames": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Competitor"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewNames: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused, or that
                 *     failed without doing anything, leaves its key free, so after a 503 repeat it with the same key. This operation does more
                 *     than one transaction can hold. Where nobody knows whether it took effect, because the server was killed or the
                 *     database was lost at the last moment, the repeat is 409 after 5 seconds: look at what is there, then send the request
                 *     with a new key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfWork"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ignoredPhrases": [
                 *         "lumenfold lines"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NamesPreviewRequest"];
            };
        };
        responses: {
            /** @description What they would do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "answersSearched": 412,
                     *       "answersRead": 200,
                     *       "isComplete": false,
                     *       "namedBefore": 180,
                     *       "namedAfter": 166,
                     *       "gained": 0,
                     *       "lost": 14,
                     *       "gainedSamples": [],
                     *       "lostSamples": [
                     *         {
                     *           "runId": "019aa0c4-7f00-7000-8000-000000000031",
                     *           "executedAt": "2026-11-19T09:30:00.000Z",
                     *           "snippet": "Lumenfold lines are a printing term.",
                     *           "namedAs": "Lumenfold",
                     *           "namingRule": "AS_ENTERED"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NamesPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggestPrompts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "queryText": "What are the best brands for lighting?",
                     *           "tag": "category",
                     *           "branded": false,
                     *           "isTracked": true,
                     *           "platforms": [
                     *             "CHATGPT"
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "hint": null
                     *     }
                     */
                    "application/json": components["schemas"]["PromptSuggestions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggestIgnoredPhrases: {
        parameters: {
            query?: {
                /**
                 * @description The competitor of the brand that it is about; without it, the brand
                 * @example 019aa0c4-7f00-7000-8000-000000000021
                 */
                subjectId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phrases */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "phrase": "Lumenfold lines",
                     *           "count": 14,
                     *           "answers": 12,
                     *           "samples": [
                     *             "Lumenfold lines are a printing term."
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["IgnoredPhraseSuggestions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBrandComparison: {
        parameters: {
            query?: {
                /**
                 * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["DefaultStartDate"];
                /**
                 * @description Last day (UTC, inclusive); by default today
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["DefaultEndDate"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *           "name": "Lumenfold",
                     *           "isBrand": true,
                     *           "visibility": 66.67,
                     *           "visibilityCount": 2,
                     *           "visibilityTotal": 3,
                     *           "sentiment": 81.25,
                     *           "sentimentCount": 2,
                     *           "position": 1.5,
                     *           "positionCount": 2,
                     *           "shareOfVoice": 50
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompetitor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The competitor */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000021",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Gleamwell",
                     *       "website": "https://gleamwell.example",
                     *       "aliases": [],
                     *       "caseSensitive": [],
                     *       "ignoredPhrases": [],
                     *       "countInsideLongerNames": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Competitor"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCompetitor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCompetitor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "aliases": [
                 *         "Gleam Well"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CompetitorUpdate"];
            };
        };
        responses: {
            /** @description The competitor as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000021",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Gleamwell",
                     *       "website": "https://gleamwell.example",
                     *       "aliases": [],
                     *       "caseSensitive": [],
                     *       "ignoredPhrases": [],
                     *       "countInsideLongerNames": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Competitor"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQueries: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only those of this brand, which may be archived
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only those of this platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description Only queries with this tag
                 * @example lamps
                 */
                tag?: string;
                /**
                 * @description true: only queries that name the brand; false: only those that do not
                 * @example false
                 */
                branded?: boolean;
                /**
                 * @description Only queries whose text holds this one, in any case
                 * @example lamp
                 */
                search?: string;
                /**
                 * @description true lists archived queries, false the others (default)
                 * @example false
                 */
                archived?: boolean;
                /**
                 * @description true lists queries with a planned run, false those without
                 * @example true
                 */
                scheduled?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of queries */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["QueryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new query */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "queryText": "Which reading lamp is easiest on the eyes?",
                 *       "platform": "CHATGPT",
                 *       "tags": [
                 *         "lamps"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["QueryCreate"];
            };
        };
        responses: {
            /** @description The query */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "queryText": "Which reading lamp is easiest on the eyes?",
                     *       "platform": "CHATGPT",
                     *       "country": "DE",
                     *       "branded": false,
                     *       "scheduledAt": "2026-11-21T06:00:00.000Z",
                     *       "repeatInterval": "DAILY",
                     *       "tags": [
                     *         "lamps"
                     *       ],
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Query"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    bulkCreateQueries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The texts and platforms */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "texts": [
                 *         "Which lamp is best?"
                 *       ],
                 *       "platforms": [
                 *         "CHATGPT",
                 *         "CLAUDE"
                 *       ],
                 *       "tags": [
                 *         "lamps"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["QueriesBulkCreate"];
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "unchanged": 0,
                     *       "data": [
                     *         {
                     *           "status": "created",
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT",
                     *             "country": "DE",
                     *             "branded": false,
                     *             "scheduledAt": "2026-11-21T06:00:00.000Z",
                     *             "repeatInterval": "DAILY",
                     *             "tags": [
                     *               "lamps"
                     *             ],
                     *             "archived": false,
                     *             "createdAt": "2026-11-19T09:30:00.000Z",
                     *             "updatedAt": "2026-11-19T09:30:00.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QueriesBulkResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    scheduleQueries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The schedule, and which queries */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platform": "CHATGPT",
                 *       "scheduledAt": "2026-11-21T06:00:00Z",
                 *       "repeatInterval": "DAILY"
                 *     }
                 */
                "application/json": components["schemas"]["QueriesSchedule"];
            };
        };
        responses: {
            /** @description How many there are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 12
                     *     }
                     */
                    "application/json": components["schemas"]["QueriesScheduleResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runQueries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Which; an empty body means all */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "platform": "CHATGPT"
                 *     }
                 */
                "application/json": components["schemas"]["QueriesRun"];
            };
        };
        responses: {
            /** @description What became of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "queued": 12,
                     *       "underWay": 1,
                     *       "withoutIntegration": 0
                     *     }
                     */
                    "application/json": components["schemas"]["QueriesRunResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQuery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The query */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "queryText": "Which reading lamp is easiest on the eyes?",
                     *       "platform": "CHATGPT",
                     *       "country": "DE",
                     *       "branded": false,
                     *       "scheduledAt": "2026-11-21T06:00:00.000Z",
                     *       "repeatInterval": "DAILY",
                     *       "tags": [
                     *         "lamps"
                     *       ],
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Query"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveQuery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Archived */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateQuery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scheduledAt": null
                 *     }
                 */
                "application/json": components["schemas"]["QueryUpdate"];
            };
        };
        responses: {
            /** @description The query as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "queryText": "Which reading lamp is easiest on the eyes?",
                     *       "platform": "CHATGPT",
                     *       "country": "DE",
                     *       "branded": false,
                     *       "scheduledAt": "2026-11-21T06:00:00.000Z",
                     *       "repeatInterval": "DAILY",
                     *       "tags": [
                     *         "lamps"
                     *       ],
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Query"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQueryRuns: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only runs in this state
                 * @example COMPLETED
                 */
                state?: components["schemas"]["RunState"];
                /**
                 * @description First day (UTC, inclusive); without it from the beginning
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["StartDate"];
                /**
                 * @description Last day (UTC, inclusive); without it to the end
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["EndDate"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["RunList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runQuery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run, QUEUED */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000003",
                     *       "state": "QUEUED",
                     *       "query": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *         "queryText": "Which reading lamp is easiest on the eyes?",
                     *         "platform": "CHATGPT"
                     *       },
                     *       "brand": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *         "name": "Lumenfold"
                     *       },
                     *       "model": null,
                     *       "country": "DE",
                     *       "executedAt": "2026-11-19T09:30:00.000Z",
                     *       "brandMentioned": null,
                     *       "position": null,
                     *       "sentimentScore": null,
                     *       "sentimentReader": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RunSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCoverage: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["DefaultStartDate"];
                /**
                 * @description Last day (UTC, inclusive); by default today
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["DefaultEndDate"];
                /**
                 * @description Only runs of this brand, which may be archived
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only runs on this platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description BRAND gives a row a brand as well
                 * @example BRAND
                 */
                groupBy?: "PLATFORM" | "BRAND";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "startDate": "2026-11-18",
                     *       "endDate": "2026-11-19",
                     *       "data": [
                     *         {
                     *           "day": "2026-11-19",
                     *           "platform": "CHATGPT",
                     *           "brand": null,
                     *           "expected": 24,
                     *           "executed": 21,
                     *           "failed": 1,
                     *           "pending": 1,
                     *           "missed": 1,
                     *           "coverage": 87.5,
                     *           "ingested": 0
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null,
                     *       "sum": {
                     *         "expected": 24,
                     *         "executed": 21,
                     *         "failed": 1,
                     *         "pending": 1,
                     *         "missed": 1,
                     *         "coverage": 87.5,
                     *         "ingested": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Coverage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only those of this brand, which may be archived
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only those of this query
                 * @example 019aa0c4-7f00-7000-8000-000000000002
                 */
                queryId?: string;
                /**
                 * @description Only those of the prompt with exactly this text, on all platforms
                 * @example Which reading lamp is easiest on the eyes?
                 */
                queryText?: string;
                /**
                 * @description Only those of this platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description Only those of queries with this tag
                 * @example lamps
                 */
                tag?: string;
                /**
                 * @description true: only those of queries that name the brand; false: only of those that do not
                 * @example false
                 */
                branded?: boolean;
                /**
                 * @description Only runs in this state
                 * @example COMPLETED
                 */
                state?: components["schemas"]["RunState"];
                /**
                 * @description true: only runs whose answer names the brand; false: only those whose answer does not
                 * @example true
                 */
                mentioned?: boolean;
                /**
                 * @description First day (UTC, inclusive); without it from the beginning
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["StartDate"];
                /**
                 * @description Last day (UTC, inclusive); without it to the end
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["EndDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["RunList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ingestRuns: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
            };
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused, or that
                 *     failed without doing anything, leaves its key free, so after a 503 repeat it with the same key. This operation does more
                 *     than one transaction can hold. Where nobody knows whether it took effect, because the server was killed or the
                 *     database was lost at the last moment, the repeat is 409 after 5 seconds: look at what is there, then send the request
                 *     with a new key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfWork"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The runs */
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "externalId": "crm-2026-11-19-0001",
                 *         "brand": "Lumenfold",
                 *         "platform": "CHATGPT",
                 *         "queryText": "Which reading lamp is easiest on the eyes?",
                 *         "executedAt": "2026-11-19T09:30:00Z",
                 *         "answer": "Lumenfold is the gentlest lamp we found.",
                 *         "citations": [
                 *           {
                 *             "url": "https://reviews.example/best-reading-lamps",
                 *             "title": "Best reading lamps"
                 *           }
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["RunBatch"];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description What became of each run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "unchanged": 0,
                     *       "refused": 0,
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "externalId": "crm-2026-11-19-0001",
                     *           "status": "created",
                     *           "id": "019aa0c4-7f00-7000-8000-000000000003"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["IngestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000003",
                     *       "state": "COMPLETED",
                     *       "query": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *         "queryText": "Which reading lamp is easiest on the eyes?",
                     *         "platform": "CHATGPT"
                     *       },
                     *       "brand": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *         "name": "Lumenfold"
                     *       },
                     *       "model": "gpt-5",
                     *       "country": "DE",
                     *       "executedAt": "2026-11-19T09:30:00.000Z",
                     *       "brandMentioned": true,
                     *       "position": 1,
                     *       "sentimentScore": 81.25,
                     *       "sentimentReader": "LEXICON",
                     *       "createdAt": "2026-11-19T09:30:02.000Z",
                     *       "externalId": null,
                     *       "answer": "Lumenfold is the gentlest lamp we found.",
                     *       "failure": null,
                     *       "failureReason": null,
                     *       "source": "SCHEDULE",
                     *       "plannedAt": "2026-11-19T09:29:50.000Z",
                     *       "missedBefore": 0,
                     *       "surface": "API_WEB_SEARCH",
                     *       "latencyMs": 4210,
                     *       "inputTokens": 412,
                     *       "outputTokens": 655,
                     *       "costUsd": 0.0182,
                     *       "attempts": [
                     *         {
                     *           "ordinal": 1,
                     *           "sentAt": "2026-11-19T09:29:55.000Z",
                     *           "finishedAt": "2026-11-19T09:30:00.000Z",
                     *           "outcome": "ANSWERED",
                     *           "reason": null,
                     *           "status": null,
                     *           "error": null,
                     *           "nextAttemptAt": null
                     *         }
                     *       ],
                     *       "extractionVersion": 1,
                     *       "namesVersion": 3,
                     *       "language": "en",
                     *       "previousRunId": "019aa0c4-7f00-7000-8000-000000000001",
                     *       "nextRunId": null,
                     *       "observations": [],
                     *       "citations": [],
                     *       "mentionIds": [
                     *         "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunEvidence"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRunNamings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The places */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *       "extractionVersion": 1,
                     *       "language": "en",
                     *       "namings": [
                     *         {
                     *           "start": 2,
                     *           "end": 11,
                     *           "text": "Lumenfold",
                     *           "subjects": [
                     *             {
                     *               "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *               "name": "Lumenfold",
                     *               "kind": "BRAND"
                     *             }
                     *           ],
                     *           "matches": [
                     *             {
                     *               "subject": {
                     *                 "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *                 "name": "Lumenfold",
                     *                 "kind": "BRAND"
                     *               },
                     *               "name": "Lumenfold",
                     *               "rule": "AS_ENTERED"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "sentences": [
                     *         {
                     *           "start": 2,
                     *           "end": 44,
                     *           "text": "Lumenfold is the gentlest lamp we found.",
                     *           "sentimentScore": 71.08,
                     *           "stances": [
                     *             {
                     *               "subject": {
                     *                 "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *                 "name": "Lumenfold",
                     *                 "kind": "BRAND"
                     *               },
                     *               "sentimentScore": 71.08,
                     *               "words": [
                     *                 "gentlest"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunNamings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMentions: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only those of this brand, which may be archived
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only those of this query
                 * @example 019aa0c4-7f00-7000-8000-000000000002
                 */
                queryId?: string;
                /**
                 * @description Only those of this run
                 * @example 019aa0c4-7f00-7000-8000-000000000003
                 */
                runId?: string;
                /**
                 * @description Only those of this platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description Only those of queries with this tag
                 * @example lamps
                 */
                tag?: string;
                /**
                 * @description true: only those of queries that name the brand; false: only of those that do not
                 * @example false
                 */
                branded?: boolean;
                /**
                 * @description Only mentions of this sentiment
                 * @example NEGATIVE
                 */
                sentiment?: components["schemas"]["Sentiment"];
                /**
                 * @description Only mentions with this kind of source
                 * @example REVIEW
                 */
                sourceType?: components["schemas"]["SourceType"];
                /**
                 * @description First day (UTC, inclusive); without it from the beginning
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["StartDate"];
                /**
                 * @description Last day (UTC, inclusive); without it to the end
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["EndDate"];
                /**
                 * @description true lists mentions that were corrected, false the others
                 * @example true
                 */
                corrected?: boolean;
                /**
                 * @description true lists dismissed mentions, false the others (default)
                 * @example false
                 */
                dismissed?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mentions */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["MentionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMention: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mention */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
                     *       "brand": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *         "name": "Lumenfold"
                     *       },
                     *       "sourceType": "REVIEW",
                     *       "sourceName": "reviews.example",
                     *       "sourceUrl": "https://reviews.example/best-reading-lamps",
                     *       "title": "Best reading lamps",
                     *       "snippet": "Lumenfold is the gentlest lamp we found.",
                     *       "platform": "CHATGPT",
                     *       "sentiment": "POSITIVE",
                     *       "sentimentScore": 90,
                     *       "sentimentReader": "PERSON",
                     *       "discoveredAt": "2026-10-31T09:30:00.000Z",
                     *       "query": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *         "queryText": "Which reading lamp is easiest on the eyes?",
                     *         "platform": "CHATGPT"
                     *       },
                     *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *       "correction": {
                     *         "sentimentScore": 90,
                     *         "sourceType": null,
                     *         "dismissed": false,
                     *         "note": null,
                     *         "extracted": {
                     *           "sentimentScore": 81.25,
                     *           "sourceType": "REVIEW"
                     *         },
                     *         "correctedBy": "019aa0c4-7f00-7000-8000-000000000005",
                     *         "correctedAt": "2026-11-02T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Mention"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMention: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The correction */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sentimentScore": 90,
                 *       "note": "Irony was taken for praise."
                 *     }
                 */
                "application/json": components["schemas"]["MentionUpdate"];
            };
        };
        responses: {
            /** @description The mention as it stands now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
                     *       "brand": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *         "name": "Lumenfold"
                     *       },
                     *       "sourceType": "REVIEW",
                     *       "sourceName": "reviews.example",
                     *       "sourceUrl": "https://reviews.example/best-reading-lamps",
                     *       "title": "Best reading lamps",
                     *       "snippet": "Lumenfold is the gentlest lamp we found.",
                     *       "platform": "CHATGPT",
                     *       "sentiment": "POSITIVE",
                     *       "sentimentScore": 90,
                     *       "sentimentReader": "PERSON",
                     *       "discoveredAt": "2026-10-31T09:30:00.000Z",
                     *       "query": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *         "queryText": "Which reading lamp is easiest on the eyes?",
                     *         "platform": "CHATGPT"
                     *       },
                     *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *       "correction": {
                     *         "sentimentScore": 90,
                     *         "sourceType": null,
                     *         "dismissed": false,
                     *         "note": null,
                     *         "extracted": {
                     *           "sentimentScore": 81.25,
                     *           "sourceType": "REVIEW"
                     *         },
                     *         "correctedBy": "019aa0c4-7f00-7000-8000-000000000005",
                     *         "correctedAt": "2026-11-02T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Mention"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testExtraction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused, or that
                 *     failed without doing anything, leaves its key free, so after a 503 repeat it with the same key. This operation does more
                 *     than one transaction can hold. Where nobody knows whether it took effect, because the server was killed or the
                 *     database was lost at the last moment, the repeat is 409 after 5 seconds: look at what is there, then send the request
                 *     with a new key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfWork"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The answer */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "answer": "**Lumenfold** is the gentlest lamp we found.",
                 *       "citations": [
                 *         {
                 *           "url": "https://reviews.example/best-reading-lamps"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExtractionTest"];
            };
        };
        responses: {
            /** @description What was read */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "extractionVersion": 1,
                     *       "language": "en",
                     *       "text": "Lumenfold is the gentlest lamp we found.",
                     *       "namings": [
                     *         {
                     *           "start": 0,
                     *           "end": 9,
                     *           "text": "Lumenfold",
                     *           "subjects": [
                     *             {
                     *               "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *               "name": "Lumenfold",
                     *               "kind": "BRAND"
                     *             }
                     *           ],
                     *           "matches": [
                     *             {
                     *               "subject": {
                     *                 "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *                 "name": "Lumenfold",
                     *                 "kind": "BRAND"
                     *               },
                     *               "name": "Lumenfold",
                     *               "rule": "AS_ENTERED"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "sentences": [
                     *         {
                     *           "start": 0,
                     *           "end": 40,
                     *           "text": "Lumenfold is the gentlest lamp we found.",
                     *           "sentimentScore": 71.08,
                     *           "stances": [
                     *             {
                     *               "subject": {
                     *                 "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *                 "name": "Lumenfold",
                     *                 "kind": "BRAND"
                     *               },
                     *               "sentimentScore": 71.08,
                     *               "words": [
                     *                 "gentlest"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "observations": [],
                     *       "citations": []
                     *     }
                     */
                    "application/json": components["schemas"]["ExtractionTestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTrials: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only those of this brand, which may be archived
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of trials */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["TrialList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTrial: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The prompt */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "queryText": "Which lamp is best?",
                 *       "platforms": [
                 *         "CHATGPT"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TrialCreate"];
            };
        };
        responses: {
            /** @description The trial */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "queryText": "Which lamp is best?",
                     *       "runs": [
                     *         {
                     *           "platform": "CHATGPT",
                     *           "state": "QUEUED",
                     *           "model": null,
                     *           "answer": null,
                     *           "answerTruncated": false,
                     *           "failure": null,
                     *           "failureReason": null,
                     *           "executedAt": null,
                     *           "attempts": []
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Trial"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrial: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trial */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "queryText": "Which lamp is best?",
                     *       "runs": [
                     *         {
                     *           "platform": "CHATGPT",
                     *           "state": "QUEUED",
                     *           "model": null,
                     *           "answer": null,
                     *           "answerTruncated": false,
                     *           "failure": null,
                     *           "failureReason": null,
                     *           "executedAt": null,
                     *           "attempts": []
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Trial"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelTrial: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trial as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "queryText": "Which lamp is best?",
                     *       "runs": [
                     *         {
                     *           "platform": "CHATGPT",
                     *           "state": "CANCELLED",
                     *           "model": null,
                     *           "answer": null,
                     *           "answerTruncated": false,
                     *           "failure": null,
                     *           "failureReason": null,
                     *           "executedAt": null,
                     *           "attempts": []
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Trial"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportBrandsByUrl: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
                /**
                 * @description Restricts the report to one brand; an unknown one gives an empty report
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                brand_id?: components["parameters"]["ReportBrandId"];
                /**
                 * @description Alias of brand_id. Send one or the other.
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                project_id?: components["parameters"]["ReportProject"];
                /**
                 * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                start_date?: components["parameters"]["ReportStart"];
                /**
                 * @description Last day of the range (UTC, inclusive); today by default
                 * @example 2026-10-31
                 */
                end_date?: components["parameters"]["ReportEnd"];
                /**
                 * @description Most entries to return; at most 1000 with competitors or evidence included
                 * @example 100
                 */
                limit?: components["parameters"]["ReportLimit"];
                /**
                 * @description Entries to pass over first
                 * @example 0
                 */
                offset?: components["parameters"]["ReportOffset"];
                /**
                 * @description The snapshot to stay on, or the name or id of a pin; as the header X-Snapshot-Id
                 * @example 20261120T081500123Z-4f2a91
                 */
                snapshot_id?: components["parameters"]["ReportSnapshot"];
                /**
                 * @description Up to 3 dimensions with commas between, as in the body of the POST
                 * @example platform,week
                 */
                dimensions?: components["parameters"]["ReportDimensions"];
                /**
                 * @description `field:operator:values` with commas between values; may be sent several times. A comma or a backslash in a value has
                 *     a backslash before it, and an empty value is null.
                 * @example [
                 *       "platform:in:CHATGPT,CLAUDE"
                 *     ]
                 */
                filters?: components["parameters"]["ReportFilters"];
                /**
                 * @description `field:gte:value` or `field:lte:value`; may be sent several times
                 * @example [
                 *       "visibility_total:gte:10"
                 *     ]
                 */
                having?: components["parameters"]["ReportHaving"];
                /**
                 * @description Fields with commas between, descending with a hyphen before it; `name` is the brand's
                 * @example -visibility,name
                 */
                order_by?: components["parameters"]["ReportOrderBy"];
                /**
                 * @description What to include, with commas between
                 * @example intervals
                 */
                include?: components["parameters"]["ReportInclude"];
                /**
                 * @description `previous`, or a first and last day with two dots between
                 * @example previous
                 */
                compare_to?: components["parameters"]["ReportCompareTo"];
                /**
                 * @description Whose scores count as sentiment, with commas between (LEXICON, MODEL, SENT, PERSON); all by default
                 * @example MODEL,PERSON
                 */
                sentiment_readers?: components["parameters"]["ReportSentimentReaders"];
                /**
                 * @description The form of the answer; without it `Accept` decides, and JSON where that names none of these
                 * @example csv
                 */
                format?: components["parameters"]["ReportFormat"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    ETag: components["headers"]["ReportETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "visibility": 66.67,
                     *           "visibility_count": 2,
                     *           "visibility_total": 3,
                     *           "sentiment": 81.25,
                     *           "sentiment_count": 2,
                     *           "position": 1.5,
                     *           "position_count": 2
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BrandsReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            304: components["responses"]["ReportNotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportBrands: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Range, page and breakdown; an empty body means all defaults */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BrandsReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "visibility": 66.67,
                     *           "visibility_count": 2,
                     *           "visibility_total": 3,
                     *           "sentiment": 81.25,
                     *           "sentiment_count": 2,
                     *           "position": 1.5,
                     *           "position_count": 2
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BrandsReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportQueriesByUrl: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
                /**
                 * @description Restricts the report to one brand; an unknown one gives an empty report
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                brand_id?: components["parameters"]["ReportBrandId"];
                /**
                 * @description Alias of brand_id. Send one or the other.
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                project_id?: components["parameters"]["ReportProject"];
                /**
                 * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                start_date?: components["parameters"]["ReportStart"];
                /**
                 * @description Last day of the range (UTC, inclusive); today by default
                 * @example 2026-10-31
                 */
                end_date?: components["parameters"]["ReportEnd"];
                /**
                 * @description Most entries to return; at most 1000 with competitors or evidence included
                 * @example 100
                 */
                limit?: components["parameters"]["ReportLimit"];
                /**
                 * @description Entries to pass over first
                 * @example 0
                 */
                offset?: components["parameters"]["ReportOffset"];
                /**
                 * @description The snapshot to stay on, or the name or id of a pin; as the header X-Snapshot-Id
                 * @example 20261120T081500123Z-4f2a91
                 */
                snapshot_id?: components["parameters"]["ReportSnapshot"];
                /**
                 * @description Up to 3 dimensions with commas between, as in the body of the POST
                 * @example platform,week
                 */
                dimensions?: components["parameters"]["ReportDimensions"];
                /**
                 * @description `field:operator:values` with commas between values; may be sent several times. A comma or a backslash in a value has
                 *     a backslash before it, and an empty value is null.
                 * @example [
                 *       "platform:in:CHATGPT,CLAUDE"
                 *     ]
                 */
                filters?: components["parameters"]["ReportFilters"];
                /**
                 * @description `field:gte:value` or `field:lte:value`; may be sent several times
                 * @example [
                 *       "visibility_total:gte:10"
                 *     ]
                 */
                having?: components["parameters"]["ReportHaving"];
                /**
                 * @description Fields with commas between, descending with a hyphen before it; `name` is the brand's
                 * @example -visibility,name
                 */
                order_by?: components["parameters"]["ReportOrderBy"];
                /**
                 * @description What to include, with commas between
                 * @example intervals
                 */
                include?: components["parameters"]["ReportInclude"];
                /**
                 * @description `previous`, or a first and last day with two dots between
                 * @example previous
                 */
                compare_to?: components["parameters"]["ReportCompareTo"];
                /**
                 * @description Whose scores count as sentiment, with commas between (LEXICON, MODEL, SENT, PERSON); all by default
                 * @example MODEL,PERSON
                 */
                sentiment_readers?: components["parameters"]["ReportSentimentReaders"];
                /**
                 * @description The form of the answer; without it `Accept` decides, and JSON where that names none of these
                 * @example csv
                 */
                format?: components["parameters"]["ReportFormat"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    ETag: components["headers"]["ReportETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           },
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "executedAt": "2026-10-31T09:30:00.000Z",
                     *           "latestResult": {
                     *             "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *             "brandMentioned": true,
                     *             "visibilityScore": 100,
                     *             "position": 1,
                     *             "sentimentScore": 81.25,
                     *             "sentimentReader": "LEXICON"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["QueriesReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            304: components["responses"]["ReportNotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportQueries: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Range, page and breakdown; an empty body means all defaults */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QueriesReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           },
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "executedAt": "2026-10-31T09:30:00.000Z",
                     *           "latestResult": {
                     *             "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *             "brandMentioned": true,
                     *             "visibilityScore": 100,
                     *             "position": 1,
                     *             "sentimentScore": 81.25,
                     *             "sentimentReader": "LEXICON"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["QueriesReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportMentionsByUrl: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
                /**
                 * @description Restricts the report to one brand; an unknown one gives an empty report
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                brand_id?: components["parameters"]["ReportBrandId"];
                /**
                 * @description Alias of brand_id. Send one or the other.
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                project_id?: components["parameters"]["ReportProject"];
                /**
                 * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                start_date?: components["parameters"]["ReportStart"];
                /**
                 * @description Last day of the range (UTC, inclusive); today by default
                 * @example 2026-10-31
                 */
                end_date?: components["parameters"]["ReportEnd"];
                /**
                 * @description Most entries to return; at most 1000 with competitors or evidence included
                 * @example 100
                 */
                limit?: components["parameters"]["ReportLimit"];
                /**
                 * @description Entries to pass over first
                 * @example 0
                 */
                offset?: components["parameters"]["ReportOffset"];
                /**
                 * @description The snapshot to stay on, or the name or id of a pin; as the header X-Snapshot-Id
                 * @example 20261120T081500123Z-4f2a91
                 */
                snapshot_id?: components["parameters"]["ReportSnapshot"];
                /**
                 * @description Up to 3 dimensions with commas between, as in the body of the POST
                 * @example platform,week
                 */
                dimensions?: components["parameters"]["ReportDimensions"];
                /**
                 * @description `field:operator:values` with commas between values; may be sent several times. A comma or a backslash in a value has
                 *     a backslash before it, and an empty value is null.
                 * @example [
                 *       "platform:in:CHATGPT,CLAUDE"
                 *     ]
                 */
                filters?: components["parameters"]["ReportFilters"];
                /**
                 * @description `field:gte:value` or `field:lte:value`; may be sent several times
                 * @example [
                 *       "visibility_total:gte:10"
                 *     ]
                 */
                having?: components["parameters"]["ReportHaving"];
                /**
                 * @description Fields with commas between, descending with a hyphen before it; `name` is the brand's
                 * @example -visibility,name
                 */
                order_by?: components["parameters"]["ReportOrderBy"];
                /**
                 * @description What to include, with commas between
                 * @example intervals
                 */
                include?: components["parameters"]["ReportInclude"];
                /**
                 * @description `previous`, or a first and last day with two dots between
                 * @example previous
                 */
                compare_to?: components["parameters"]["ReportCompareTo"];
                /**
                 * @description Whose scores count as sentiment, with commas between (LEXICON, MODEL, SENT, PERSON); all by default
                 * @example MODEL,PERSON
                 */
                sentiment_readers?: components["parameters"]["ReportSentimentReaders"];
                /**
                 * @description The form of the answer; without it `Accept` decides, and JSON where that names none of these
                 * @example csv
                 */
                format?: components["parameters"]["ReportFormat"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    ETag: components["headers"]["ReportETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "sourceUrl": "https://reviews.example/best-reading-lamps",
                     *           "title": "Best reading lamps",
                     *           "snippet": "Lumenfold is the gentlest lamp we found.",
                     *           "platform": "CHATGPT",
                     *           "sentiment": "POSITIVE",
                     *           "sentimentScore": 81.25,
                     *           "sentimentReader": "LEXICON",
                     *           "discoveredAt": "2026-10-31T09:30:00.000Z",
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MentionsReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            304: components["responses"]["ReportNotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportMentions: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Range, page and breakdown; an empty body means all defaults */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MentionsReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "sourceUrl": "https://reviews.example/best-reading-lamps",
                     *           "title": "Best reading lamps",
                     *           "snippet": "Lumenfold is the gentlest lamp we found.",
                     *           "platform": "CHATGPT",
                     *           "sentiment": "POSITIVE",
                     *           "sentimentScore": 81.25,
                     *           "sentimentReader": "LEXICON",
                     *           "discoveredAt": "2026-10-31T09:30:00.000Z",
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MentionsReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportRun: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
            };
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000003",
                     *       "state": "COMPLETED",
                     *       "query": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *         "queryText": "Which reading lamp is easiest on the eyes?",
                     *         "platform": "CHATGPT"
                     *       },
                     *       "brand": {
                     *         "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *         "name": "Lumenfold"
                     *       },
                     *       "model": "gpt-5",
                     *       "country": "DE",
                     *       "executedAt": "2026-11-19T09:30:00.000Z",
                     *       "brandMentioned": true,
                     *       "position": 1,
                     *       "sentimentScore": 81.25,
                     *       "sentimentReader": "LEXICON",
                     *       "createdAt": "2026-11-19T09:30:02.000Z",
                     *       "externalId": null,
                     *       "answer": "Lumenfold is the gentlest lamp we found.",
                     *       "failure": null,
                     *       "failureReason": null,
                     *       "source": "SCHEDULE",
                     *       "plannedAt": "2026-11-19T09:29:50.000Z",
                     *       "missedBefore": 0,
                     *       "surface": "API_WEB_SEARCH",
                     *       "latencyMs": 4210,
                     *       "inputTokens": 412,
                     *       "outputTokens": 655,
                     *       "costUsd": 0.0182,
                     *       "attempts": [
                     *         {
                     *           "ordinal": 1,
                     *           "sentAt": "2026-11-19T09:29:55.000Z",
                     *           "finishedAt": "2026-11-19T09:30:00.000Z",
                     *           "outcome": "ANSWERED",
                     *           "reason": null,
                     *           "status": null,
                     *           "error": null,
                     *           "nextAttemptAt": null
                     *         }
                     *       ],
                     *       "extractionVersion": 1,
                     *       "namesVersion": 3,
                     *       "language": "en",
                     *       "previousRunId": "019aa0c4-7f00-7000-8000-000000000001",
                     *       "nextRunId": null,
                     *       "observations": [],
                     *       "citations": [],
                     *       "mentionIds": [
                     *         "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunEvidence"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plan": "GROWTH",
                     *       "reportsByKey": false,
                     *       "quotas": [
                     *         {
                     *           "quota": "brands",
                     *           "limit": 5,
                     *           "used": 2
                     *         }
                     *       ],
                     *       "planChange": false
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The plan */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "CUSTOM"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionUpdate"];
            };
        };
        responses: {
            /** @description The subscription as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plan": "CUSTOM",
                     *       "reportsByKey": true,
                     *       "quotas": [
                     *         {
                     *           "quota": "brands",
                     *           "limit": null,
                     *           "used": 2
                     *         }
                     *       ],
                     *       "planChange": true
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "plan": "GROWTH",
                     *           "reportsByKey": false,
                     *           "quotas": [
                     *             {
                     *               "quota": "brands",
                     *               "limit": 5
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 4
                     *     }
                     */
                    "application/json": components["schemas"]["PlanList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCitationOverview: {
        parameters: {
            query: {
                /**
                 * @description The brand, which may be archived
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId: string;
                /**
                 * @description Only answers of this AI platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description Only answers to queries with this tag
                 * @example lamps
                 */
                tag?: string;
                /**
                 * @description true: only answers to queries that name the brand; false: only to those that do not
                 * @example false
                 */
                branded?: boolean;
                /**
                 * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["DefaultStartDate"];
                /**
                 * @description Last day (UTC, inclusive); by default today
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["DefaultEndDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "startDate": "2026-10-20",
                     *       "endDate": "2026-11-19",
                     *       "answers": 40,
                     *       "namingAnswers": 22,
                     *       "citingAnswers": 31,
                     *       "ownSite": {
                     *         "website": "https://lumenfold.example",
                     *         "citedAndNamed": 9,
                     *         "citedOnly": 2,
                     *         "namedOnly": 13,
                     *         "neither": 16
                     *       },
                     *       "sourceTypes": [
                     *         {
                     *           "sourceType": "REVIEW",
                     *           "answers": 18,
                     *           "namingAnswers": 12,
                     *           "citations": 25
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CitationOverview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCitedDomains: {
        parameters: {
            query?: {
                /**
                 * @description Only answers to prompts of this brand (default: all brands that are not archived)
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only answers of this AI platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description Only answers to queries with this tag
                 * @example lamps
                 */
                tag?: string;
                /**
                 * @description true: only answers to queries that name the brand; false: only to those that do not
                 * @example false
                 */
                branded?: boolean;
                /**
                 * @description Only sources of this type
                 * @example REVIEW
                 */
                sourceType?: components["schemas"]["SourceType"];
                /**
                 * @description Only this domain and its subdomains
                 * @example reviews.example
                 */
                domain?: string;
                /**
                 * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["DefaultStartDate"];
                /**
                 * @description Last day (UTC, inclusive); by default today
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["DefaultEndDate"];
                /**
                 * @description true: only answers that name their brand; false: only those that do not
                 * @example true
                 */
                namesBrand?: boolean;
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of domains */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "domain": "reviews.example",
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "urlCount": 2,
                     *           "count": 12,
                     *           "namingCount": 7,
                     *           "firstSeenAt": "2026-10-21T09:30:00.000Z",
                     *           "lastSeenAt": "2026-11-19T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["CitedDomainList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCitedUrls: {
        parameters: {
            query?: {
                /**
                 * @description Only answers to prompts of this brand (default: all brands that are not archived)
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only answers of this AI platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description Only answers to queries with this tag
                 * @example lamps
                 */
                tag?: string;
                /**
                 * @description true: only answers to queries that name the brand; false: only to those that do not
                 * @example false
                 */
                branded?: boolean;
                /**
                 * @description Only sources of this type
                 * @example REVIEW
                 */
                sourceType?: components["schemas"]["SourceType"];
                /**
                 * @description Only this domain and its subdomains
                 * @example reviews.example
                 */
                domain?: string;
                /**
                 * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["DefaultStartDate"];
                /**
                 * @description Last day (UTC, inclusive); by default today
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["DefaultEndDate"];
                /**
                 * @description true: only answers that name their brand; false: only those that do not
                 * @example true
                 */
                namesBrand?: boolean;
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of URLs */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "url": "https://reviews.example/best-reading-lamps",
                     *           "title": "Best reading lamps",
                     *           "domain": "reviews.example",
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "count": 9,
                     *           "namingCount": 5,
                     *           "firstSeenAt": "2026-10-21T09:30:00.000Z",
                     *           "lastSeenAt": "2026-11-19T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["CitedUrlList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description Only those of this brand
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only campaigns of this type
                 * @example REVIEW_GENERATION
                 */
                type?: components["schemas"]["CampaignType"];
                /**
                 * @description Only campaigns in this state
                 * @example ACTIVE
                 */
                state?: components["schemas"]["CampaignState"];
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new campaign */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "type": "REVIEW_GENERATION",
                 *       "name": "Reviews this winter",
                 *       "targetCount": 20
                 *     }
                 */
                "application/json": components["schemas"]["CampaignCreate"];
            };
        };
        responses: {
            /** @description The campaign */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000031",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "REVIEW_GENERATION",
                     *       "name": "Reviews this winter",
                     *       "targetCount": 20,
                     *       "state": "ACTIVE",
                     *       "startsAt": "2026-11-01T00:00:00.000Z",
                     *       "closedAt": null,
                     *       "progress": {
                     *         "count": 5,
                     *         "targetCount": 20,
                     *         "percentage": 25,
                     *         "since": "2026-11-01T00:00:00.000Z"
                     *       },
                     *       "createdAt": "2026-11-01T00:00:00.000Z",
                     *       "updatedAt": "2026-11-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000031",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "REVIEW_GENERATION",
                     *       "name": "Reviews this winter",
                     *       "targetCount": 20,
                     *       "state": "ACTIVE",
                     *       "startsAt": "2026-11-01T00:00:00.000Z",
                     *       "closedAt": null,
                     *       "progress": {
                     *         "count": 5,
                     *         "targetCount": 20,
                     *         "percentage": 25,
                     *         "since": "2026-11-01T00:00:00.000Z"
                     *       },
                     *       "createdAt": "2026-11-01T00:00:00.000Z",
                     *       "updatedAt": "2026-11-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "targetCount": 20
                 *     }
                 */
                "application/json": components["schemas"]["CampaignUpdate"];
            };
        };
        responses: {
            /** @description The campaign as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000031",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "REVIEW_GENERATION",
                     *       "name": "Reviews this winter",
                     *       "targetCount": 20,
                     *       "state": "ACTIVE",
                     *       "startsAt": "2026-11-01T00:00:00.000Z",
                     *       "closedAt": null,
                     *       "progress": {
                     *         "count": 5,
                     *         "targetCount": 20,
                     *         "percentage": 25,
                     *         "since": "2026-11-01T00:00:00.000Z"
                     *       },
                     *       "createdAt": "2026-11-01T00:00:00.000Z",
                     *       "updatedAt": "2026-11-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The closed campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000031",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "REVIEW_GENERATION",
                     *       "name": "Reviews this winter",
                     *       "targetCount": 20,
                     *       "state": "CLOSED",
                     *       "startsAt": "2026-11-01T00:00:00.000Z",
                     *       "closedAt": "2026-11-19T09:30:00.000Z",
                     *       "progress": {
                     *         "count": 5,
                     *         "targetCount": 20,
                     *         "percentage": 25,
                     *         "since": "2026-11-01T00:00:00.000Z"
                     *       },
                     *       "createdAt": "2026-11-01T00:00:00.000Z",
                     *       "updatedAt": "2026-11-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBriefs: {
        parameters: {
            query?: {
                /**
                 * @description Only those of this brand
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only briefs whose topic holds this text, in any case
                 * @example lamps
                 */
                search?: string;
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of briefs */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["BriefList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBrief: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What the brief is about */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "topic": "reading lamps"
                 *     }
                 */
                "application/json": components["schemas"]["BriefCreate"];
            };
        };
        responses: {
            /** @description The brief */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "topic": "reading lamps",
                     *       "scope": "TOPIC",
                     *       "queryCount": 6,
                     *       "answerCount": 5,
                     *       "missingCount": 1,
                     *       "gaps": [
                     *         {
                     *           "queryId": "019aa0c4-7f00-7000-8000-000000000002",
                     *           "queryText": "Which reading lamp is easiest on the eyes?",
                     *           "platform": "CHATGPT",
                     *           "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *           "executedAt": "2026-11-19T09:30:00.000Z",
                     *           "namedInstead": [
                     *             "Gleamwell"
                     *           ]
                     *         }
                     *       ],
                     *       "namedInstead": [
                     *         {
                     *           "competitorId": "019aa0c4-7f00-7000-8000-000000000021",
                     *           "name": "Gleamwell",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "citedDomains": [
                     *         {
                     *           "domain": "reviews.example",
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "outline": [
                     *         {
                     *           "heading": "Which reading lamp is easiest on the eyes?",
                     *           "points": [
                     *             "Answer the question in the first sentences, and name Lumenfold in them."
                     *           ]
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Brief"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBrief: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brief */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "topic": "reading lamps",
                     *       "scope": "TOPIC",
                     *       "queryCount": 6,
                     *       "answerCount": 5,
                     *       "missingCount": 1,
                     *       "gaps": [
                     *         {
                     *           "queryId": "019aa0c4-7f00-7000-8000-000000000002",
                     *           "queryText": "Which reading lamp is easiest on the eyes?",
                     *           "platform": "CHATGPT",
                     *           "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *           "executedAt": "2026-11-19T09:30:00.000Z",
                     *           "namedInstead": [
                     *             "Gleamwell"
                     *           ]
                     *         }
                     *       ],
                     *       "namedInstead": [
                     *         {
                     *           "competitorId": "019aa0c4-7f00-7000-8000-000000000021",
                     *           "name": "Gleamwell",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "citedDomains": [
                     *         {
                     *           "domain": "reviews.example",
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "outline": [
                     *         {
                     *           "heading": "Which reading lamp is easiest on the eyes?",
                     *           "points": [
                     *             "Answer the question in the first sentences, and name Lumenfold in them."
                     *           ]
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Brief"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBrief: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDrafts: {
        parameters: {
            query?: {
                /**
                 * @description Only those of this brand
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only drafts made from this brief
                 * @example 019aa0c4-7f00-7000-8000-000000000041
                 */
                briefId?: string;
                /**
                 * @description Only drafts in this state
                 * @example DRAFT
                 */
                state?: components["schemas"]["DraftState"];
                /**
                 * @description Only drafts whose title holds this text, in any case
                 * @example lamps
                 */
                search?: string;
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of drafts */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["DraftList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDraft: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new draft */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "title": "Lamps that are easy on the eyes",
                 *       "body": "# Which lamp is easiest on the eyes?"
                 *     }
                 */
                "application/json": components["schemas"]["DraftCreate"];
            };
        };
        responses: {
            /** @description The draft */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "briefId": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "title": "Lamps that are easy on the eyes",
                     *       "body": "# Which lamp is easiest on the eyes?",
                     *       "state": "DRAFT",
                     *       "version": 1,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "briefId": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "title": "Lamps that are easy on the eyes",
                     *       "body": "# Which lamp is easiest on the eyes?",
                     *       "state": "DRAFT",
                     *       "version": 1,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDraft: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "title": "Lamps that are easy on the eyes",
                 *       "state": "IN_REVIEW"
                 *     }
                 */
                "application/json": components["schemas"]["DraftUpdate"];
            };
        };
        responses: {
            /** @description The draft as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "briefId": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "title": "Lamps that are easy on the eyes",
                     *       "body": "# Which lamp is easiest on the eyes?",
                     *       "state": "IN_REVIEW",
                     *       "version": 2,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDraftVersions: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "draftId": "019aa0c4-7f00-7000-8000-000000000051",
                     *           "version": 1,
                     *           "title": "Lamps that are easy on the eyes",
                     *           "createdBy": "019aa0c4-7f00-7000-8000-000000000005",
                     *           "createdAt": "2026-11-19T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["DraftVersionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDraftVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
                /**
                 * @description Number of the version, from 1
                 * @example 1
                 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "draftId": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "version": 1,
                     *       "title": "Lamps that are easy on the eyes",
                     *       "body": "# Which lamp is easiest on the eyes?",
                     *       "createdBy": "019aa0c4-7f00-7000-8000-000000000005",
                     *       "createdAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DraftVersion"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSchemas: {
        parameters: {
            query?: {
                /**
                 * @description Only those of this brand
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only markup of this type
                 * @example ORGANIZATION
                 */
                type?: components["schemas"]["SchemaType"];
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of markup */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["SchemaList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The markup */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "type": "ORGANIZATION",
                 *       "jsonLd": {
                 *         "@context": "https://schema.org",
                 *         "@type": "Organization",
                 *         "name": "Lumenfold",
                 *         "url": "https://www.lumenfold.example",
                 *         "description": "Reading lamps"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SchemaCreate"];
            };
        };
        responses: {
            /** @description The markup */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "ORGANIZATION",
                     *       "jsonLd": {
                     *         "@context": "https://schema.org",
                     *         "@type": "Organization",
                     *         "name": "Lumenfold",
                     *         "url": "https://www.lumenfold.example",
                     *         "description": "Reading lamps"
                     *       },
                     *       "findings": [
                     *         {
                     *           "path": "logo",
                     *           "severity": "WARNING",
                     *           "message": "logo is recommended for an Organization.",
                     *           "fix": "Add logo: a URL or an ImageObject."
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BrandSchema"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    generateSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to make */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "type": "ORGANIZATION",
                 *       "fields": {
                 *         "description": "Reading lamps"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SchemaGenerate"];
            };
        };
        responses: {
            /** @description The JSON-LD and its findings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonLd": {
                     *         "@context": "https://schema.org",
                     *         "@type": "Organization",
                     *         "name": "Lumenfold",
                     *         "url": "https://www.lumenfold.example",
                     *         "description": "Reading lamps"
                     *       },
                     *       "findings": [
                     *         {
                     *           "path": "logo",
                     *           "severity": "WARNING",
                     *           "message": "logo is recommended for an Organization.",
                     *           "fix": "Add logo: a URL or an ImageObject."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GeneratedSchema"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The JSON-LD */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonLd": {
                 *         "@context": "https://schema.org",
                 *         "@type": "Organization",
                 *         "name": "Lumenfold",
                 *         "url": "https://www.lumenfold.example",
                 *         "description": "Reading lamps"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SchemaValidate"];
            };
        };
        responses: {
            /** @description The findings, in the order of the JSON-LD */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "findings": [
                     *         {
                     *           "path": "logo",
                     *           "severity": "WARNING",
                     *           "message": "logo is recommended for an Organization.",
                     *           "fix": "Add logo: a URL or an ImageObject."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SchemaValidation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The markup */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "ORGANIZATION",
                     *       "jsonLd": {
                     *         "@context": "https://schema.org",
                     *         "@type": "Organization",
                     *         "name": "Lumenfold",
                     *         "url": "https://www.lumenfold.example",
                     *         "description": "Reading lamps"
                     *       },
                     *       "findings": [
                     *         {
                     *           "path": "logo",
                     *           "severity": "WARNING",
                     *           "message": "logo is recommended for an Organization.",
                     *           "fix": "Add logo: a URL or an ImageObject."
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BrandSchema"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonLd": {
                 *         "@context": "https://schema.org",
                 *         "@type": "Organization",
                 *         "name": "Lumenfold",
                 *         "url": "https://www.lumenfold.example",
                 *         "description": "Reading lamps"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SchemaUpdate"];
            };
        };
        responses: {
            /** @description The markup as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "ORGANIZATION",
                     *       "jsonLd": {
                     *         "@context": "https://schema.org",
                     *         "@type": "Organization",
                     *         "name": "Lumenfold",
                     *         "url": "https://www.lumenfold.example",
                     *         "description": "Reading lamps"
                     *       },
                     *       "findings": [
                     *         {
                     *           "path": "logo",
                     *           "severity": "WARNING",
                     *           "message": "logo is recommended for an Organization.",
                     *           "fix": "Add logo: a URL or an ImageObject."
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BrandSchema"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertRules: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only of this brand
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only of this type
                 * @example VISIBILITY_DROP
                 */
                type?: components["schemas"]["AlertType"];
                /**
                 * @description Only those that are on, or off
                 * @example true
                 */
                isActive?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rules */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *           "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *           "type": "VISIBILITY_DROP",
                     *           "name": "Lumenfold is losing ground",
                     *           "threshold": 15,
                     *           "windowDays": 7,
                     *           "severity": "HIGH",
                     *           "platform": null,
                     *           "competitorId": null,
                     *           "isActive": true,
                     *           "createdAt": "2026-11-19T09:30:00.000Z",
                     *           "updatedAt": "2026-11-19T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRuleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new rule */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                 *       "type": "VISIBILITY_DROP",
                 *       "name": "Lumenfold is losing ground",
                 *       "threshold": 15,
                 *       "windowDays": 7,
                 *       "severity": "HIGH"
                 *     }
                 */
                "application/json": components["schemas"]["AlertRuleCreate"];
            };
        };
        responses: {
            /** @description The rule */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "VISIBILITY_DROP",
                     *       "name": "Lumenfold is losing ground",
                     *       "threshold": 15,
                     *       "windowDays": 7,
                     *       "severity": "HIGH",
                     *       "platform": null,
                     *       "competitorId": null,
                     *       "isActive": true,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "VISIBILITY_DROP",
                     *       "name": "Lumenfold is losing ground",
                     *       "threshold": 15,
                     *       "windowDays": 7,
                     *       "severity": "HIGH",
                     *       "platform": null,
                     *       "competitorId": null,
                     *       "isActive": true,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "threshold": 20,
                 *       "isActive": false
                 *     }
                 */
                "application/json": components["schemas"]["AlertRuleUpdate"];
            };
        };
        responses: {
            /** @description The rule as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "VISIBILITY_DROP",
                     *       "name": "Lumenfold is losing ground",
                     *       "threshold": 15,
                     *       "windowDays": 7,
                     *       "severity": "HIGH",
                     *       "platform": null,
                     *       "competitorId": null,
                     *       "isActive": true,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only in this state
                 * @example ACTIVE
                 */
                state?: components["schemas"]["AlertState"];
                /**
                 * @description Only of this severity
                 * @example HIGH
                 */
                severity?: components["schemas"]["AlertSeverity"];
                /**
                 * @description Only of this type
                 * @example VISIBILITY_DROP
                 */
                type?: components["schemas"]["AlertType"];
                /**
                 * @description Only of this brand
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only of this rule, though it be deleted
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                ruleId?: string;
                /**
                 * @description Only those that somebody acknowledged, or nobody
                 * @example false
                 */
                acknowledged?: boolean;
                /**
                 * @description First day (UTC, inclusive); without it from the beginning
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["StartDate"];
                /**
                 * @description Last day (UTC, inclusive); without it to the end
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["EndDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *           "ruleId": "019aa0c4-7f00-7000-8000-000000000051",
                     *           "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *           "type": "VISIBILITY_DROP",
                     *           "severity": "HIGH",
                     *           "platform": null,
                     *           "competitorId": null,
                     *           "state": "ACTIVE",
                     *           "message": "Visibility fell from 60 % to 40 %.",
                     *           "evidence": {
                     *             "current": {
                     *               "startDate": "2026-11-12",
                     *               "endDate": "2026-11-18",
                     *               "value": 40,
                     *               "count": 28,
                     *               "total": 70
                     *             },
                     *             "previous": {
                     *               "startDate": "2026-11-05",
                     *               "endDate": "2026-11-11",
                     *               "value": 60,
                     *               "count": 42,
                     *               "total": 70
                     *             },
                     *             "threshold": 15,
                     *             "significance": {
                     *               "method": "Fisher's exact test and paired t-test over prompts",
                     *               "pValue": 0.0002,
                     *               "level": 0.00083
                     *             },
                     *             "snapshotId": "20261119T000012345Z-e0324e"
                     *           },
                     *           "triggeredAt": "2026-11-19T09:30:00.000Z",
                     *           "acknowledgedAt": null,
                     *           "acknowledgedBy": null,
                     *           "resolvedAt": null,
                     *           "resolvedBy": null
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *       "ruleId": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "VISIBILITY_DROP",
                     *       "severity": "HIGH",
                     *       "platform": null,
                     *       "competitorId": null,
                     *       "state": "ACTIVE",
                     *       "message": "Visibility fell from 60 % to 40 %.",
                     *       "evidence": {
                     *         "current": {
                     *           "startDate": "2026-11-12",
                     *           "endDate": "2026-11-18",
                     *           "value": 40,
                     *           "count": 28,
                     *           "total": 70
                     *         },
                     *         "previous": {
                     *           "startDate": "2026-11-05",
                     *           "endDate": "2026-11-11",
                     *           "value": 60,
                     *           "count": 42,
                     *           "total": 70
                     *         },
                     *         "threshold": 15,
                     *         "significance": {
                     *           "method": "Fisher's exact test and paired t-test over prompts",
                     *           "pValue": 0.0002,
                     *           "level": 0.00083
                     *         },
                     *         "snapshotId": "20261119T000012345Z-e0324e"
                     *       },
                     *       "triggeredAt": "2026-11-19T09:30:00.000Z",
                     *       "acknowledgedAt": null,
                     *       "acknowledgedBy": null,
                     *       "resolvedAt": null,
                     *       "resolvedBy": null
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *       "ruleId": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "VISIBILITY_DROP",
                     *       "severity": "HIGH",
                     *       "platform": null,
                     *       "competitorId": null,
                     *       "state": "ACTIVE",
                     *       "message": "Visibility fell from 60 % to 40 %.",
                     *       "evidence": {
                     *         "current": {
                     *           "startDate": "2026-11-12",
                     *           "endDate": "2026-11-18",
                     *           "value": 40,
                     *           "count": 28,
                     *           "total": 70
                     *         },
                     *         "previous": {
                     *           "startDate": "2026-11-05",
                     *           "endDate": "2026-11-11",
                     *           "value": 60,
                     *           "count": 42,
                     *           "total": 70
                     *         },
                     *         "threshold": 15,
                     *         "significance": {
                     *           "method": "Fisher's exact test and paired t-test over prompts",
                     *           "pValue": 0.0002,
                     *           "level": 0.00083
                     *         },
                     *         "snapshotId": "20261119T000012345Z-e0324e"
                     *       },
                     *       "triggeredAt": "2026-11-19T09:30:00.000Z",
                     *       "acknowledgedAt": "2026-11-19T09:30:00.000Z",
                     *       "acknowledgedBy": "019aa0c4-7f00-7000-8000-000000000003",
                     *       "resolvedAt": null,
                     *       "resolvedBy": null
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000061",
                     *       "ruleId": "019aa0c4-7f00-7000-8000-000000000051",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "type": "VISIBILITY_DROP",
                     *       "severity": "HIGH",
                     *       "platform": null,
                     *       "competitorId": null,
                     *       "state": "RESOLVED",
                     *       "message": "Visibility fell from 60 % to 40 %.",
                     *       "evidence": {
                     *         "current": {
                     *           "startDate": "2026-11-12",
                     *           "endDate": "2026-11-18",
                     *           "value": 40,
                     *           "count": 28,
                     *           "total": 70
                     *         },
                     *         "previous": {
                     *           "startDate": "2026-11-05",
                     *           "endDate": "2026-11-11",
                     *           "value": 60,
                     *           "count": 42,
                     *           "total": 70
                     *         },
                     *         "threshold": 15,
                     *         "significance": {
                     *           "method": "Fisher's exact test and paired t-test over prompts",
                     *           "pValue": 0.0002,
                     *           "level": 0.00083
                     *         },
                     *         "snapshotId": "20261119T000012345Z-e0324e"
                     *       },
                     *       "triggeredAt": "2026-11-19T09:30:00.000Z",
                     *       "acknowledgedAt": null,
                     *       "acknowledgedBy": null,
                     *       "resolvedAt": "2026-11-19T09:30:00.000Z",
                     *       "resolvedBy": "019aa0c4-7f00-7000-8000-000000000003"
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only those that are on, or off
                 * @example true
                 */
                isActive?: boolean;
                /**
                 * @description Only those subscribed to this event
                 * @example alert.triggered
                 */
                event?: components["schemas"]["WebhookEvent"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000071",
                     *           "url": "https://hooks.example.com/sightline",
                     *           "description": "Alerts into our chat",
                     *           "events": [
                     *             "alert.triggered",
                     *             "alert.resolved"
                     *           ],
                     *           "isActive": true,
                     *           "disabledReason": null,
                     *           "disabledAt": null,
                     *           "previousSecretExpiresAt": null,
                     *           "createdAt": "2026-11-19T09:30:00.000Z",
                     *           "updatedAt": "2026-11-19T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new webhook */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/sightline",
                 *       "events": [
                 *         "alert.triggered",
                 *         "alert.resolved"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The webhook, with its secret */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000071",
                     *       "url": "https://hooks.example.com/sightline",
                     *       "description": "Alerts into our chat",
                     *       "events": [
                     *         "alert.triggered",
                     *         "alert.resolved"
                     *       ],
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "disabledAt": null,
                     *       "previousSecretExpiresAt": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z",
                     *       "secret": "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000071",
                     *       "url": "https://hooks.example.com/sightline",
                     *       "description": "Alerts into our chat",
                     *       "events": [
                     *         "alert.triggered",
                     *         "alert.resolved"
                     *       ],
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "disabledAt": null,
                     *       "previousSecretExpiresAt": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "alert.triggered",
                 *         "alert.resolved"
                 *       ],
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The webhook as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000071",
                     *       "url": "https://hooks.example.com/sightline",
                     *       "description": "Alerts into our chat",
                     *       "events": [
                     *         "alert.triggered",
                     *         "alert.resolved"
                     *       ],
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "disabledAt": null,
                     *       "previousSecretExpiresAt": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description How long the old secret stays valid */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapMinutes": 1440
                 *     }
                 */
                "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
        responses: {
            /** @description The webhook, with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000071",
                     *       "url": "https://hooks.example.com/sightline",
                     *       "description": "Alerts into our chat",
                     *       "events": [
                     *         "alert.triggered",
                     *         "alert.resolved"
                     *       ],
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "disabledAt": null,
                     *       "previousSecretExpiresAt": "2026-11-20T09:30:00.000Z",
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z",
                     *       "secret": "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, to be watched */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000081",
                     *       "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
                     *       "messageId": "msg_019aa0c47f00700080000000000000aa",
                     *       "event": "webhook.test",
                     *       "state": "PENDING",
                     *       "attemptCount": 0,
                     *       "lastStatus": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "nextAttemptAt": "2026-11-19T09:30:00.000Z",
                     *       "finishedAt": null,
                     *       "reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description Which deliveries to replay */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-19T00:00:00Z",
                 *       "to": "2026-11-19T12:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description How many there are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replayed": 12,
                     *       "retried": 5,
                     *       "remaining": 0
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookReplayResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only in this state
                 * @example FAILED
                 */
                state?: components["schemas"]["WebhookDeliveryState"];
                /**
                 * @description Only of this event
                 * @example alert.triggered
                 */
                event?: components["schemas"]["WebhookEvent"];
                /**
                 * @description First time (inclusive); without it from the beginning
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["From"];
                /**
                 * @description End (exclusive); without it to the end
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000080",
                     *           "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
                     *           "messageId": "msg_019aa0c47f00700080000000000000aa",
                     *           "event": "alert.triggered",
                     *           "state": "FAILED",
                     *           "attemptCount": 8,
                     *           "lastStatus": 500,
                     *           "createdAt": "2026-11-19T09:30:00.000Z",
                     *           "nextAttemptAt": null,
                     *           "finishedAt": "2026-11-20T13:05:05.000Z",
                     *           "reason": "All 8 tries failed."
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
                /**
                 * @description Id of the delivery
                 * @example 019aa0c4-7f00-7000-8000-000000000080
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000080",
                     *       "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
                     *       "messageId": "msg_019aa0c47f00700080000000000000aa",
                     *       "event": "alert.triggered",
                     *       "state": "FAILED",
                     *       "attemptCount": 8,
                     *       "lastStatus": 500,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "nextAttemptAt": null,
                     *       "finishedAt": "2026-11-20T13:05:05.000Z",
                     *       "reason": "All 8 tries failed.",
                     *       "body": "{\"type\":\"alert.triggered\",\"timestamp\":\"2026-11-19T09:30:00.000Z\",\"data\":{\"state\":\"ACTIVE\"}}",
                     *       "attempts": [
                     *         {
                     *           "attempt": 1,
                     *           "startedAt": "2026-11-19T09:30:00.000Z",
                     *           "durationMs": 182,
                     *           "host": "hooks.example.com",
                     *           "requestHeaders": {
                     *             "content-type": "application/json",
                     *             "webhook-id": "msg_019aa0c47f00700080000000000000aa",
                     *             "webhook-timestamp": "1795080600"
                     *           },
                     *           "status": 500,
                     *           "error": "It answered 500.",
                     *           "responseHeaders": {
                     *             "content-type": "text/plain"
                     *           },
                     *           "responseBody": "Out of order"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
                /**
                 * @description Id of the delivery
                 * @example 019aa0c4-7f00-7000-8000-000000000080
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery that waited for a retry, which is due now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000080",
                     *       "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
                     *       "messageId": "msg_019aa0c47f00700080000000000000aa",
                     *       "event": "alert.triggered",
                     *       "state": "PENDING",
                     *       "attemptCount": 4,
                     *       "lastStatus": 503,
                     *       "createdAt": "2026-11-19T07:00:00.000Z",
                     *       "nextAttemptAt": "2026-11-19T09:30:00.000Z",
                     *       "finishedAt": null,
                     *       "reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The new delivery */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000081",
                     *       "webhookId": "019aa0c4-7f00-7000-8000-000000000071",
                     *       "messageId": "msg_019aa0c47f00700080000000000000aa",
                     *       "event": "alert.triggered",
                     *       "state": "PENDING",
                     *       "attemptCount": 0,
                     *       "lastStatus": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "nextAttemptAt": "2026-11-19T09:30:00.000Z",
                     *       "finishedAt": null,
                     *       "reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only of this type
                 * @example CHATGPT
                 */
                type?: components["schemas"]["IntegrationType"];
                /**
                 * @description Only those that are on, or off
                 * @example true
                 */
                isActive?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of integrations */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000091",
                     *           "type": "CHATGPT",
                     *           "isActive": true,
                     *           "config": {
                     *             "baseUrl": null,
                     *             "model": "gpt-5",
                     *             "dailySpendLimit": 20,
                     *             "stance": {
                     *               "enabled": false,
                     *               "model": null
                     *             }
                     *           },
                     *           "hasSecret": true,
                     *           "secretLast4": "9f2c",
                     *           "lastCheck": {
                     *             "ok": true,
                     *             "status": 200,
                     *             "reason": "It works.",
                     *             "checkedAt": "2026-11-19T09:30:00.000Z"
                     *           },
                     *           "createdAt": "2026-11-19T09:30:00.000Z",
                     *           "updatedAt": "2026-11-19T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["IntegrationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new integration */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "SLACK",
                 *       "config": {
                 *         "webhookUrl": "https://hooks.slack.com/services/T00000000/B00000000/an-invented-one"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationCreate"];
            };
        };
        responses: {
            /** @description The integration */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000092",
                     *       "type": "SLACK",
                     *       "isActive": true,
                     *       "config": {},
                     *       "hasSecret": true,
                     *       "secretLast4": "-one",
                     *       "lastCheck": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000091",
                     *       "type": "CHATGPT",
                     *       "isActive": true,
                     *       "config": {
                     *         "baseUrl": null,
                     *         "model": "gpt-5",
                     *         "dailySpendLimit": 20,
                     *         "stance": {
                     *           "enabled": false,
                     *           "model": null
                     *         }
                     *       },
                     *       "hasSecret": true,
                     *       "secretLast4": "9f2c",
                     *       "lastCheck": {
                     *         "ok": true,
                     *         "status": 200,
                     *         "reason": "It works.",
                     *         "checkedAt": "2026-11-19T09:30:00.000Z"
                     *       },
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "config": {
                 *         "model": "gpt-5"
                 *       },
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationUpdate"];
            };
        };
        responses: {
            /** @description The integration as it is now */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000091",
                     *       "type": "CHATGPT",
                     *       "isActive": true,
                     *       "config": {
                     *         "baseUrl": null,
                     *         "model": "gpt-5",
                     *         "dailySpendLimit": 20,
                     *         "stance": {
                     *           "enabled": false,
                     *           "model": null
                     *         }
                     *       },
                     *       "hasSecret": true,
                     *       "secretLast4": "9f2c",
                     *       "lastCheck": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused, or that
                 *     failed without doing anything, leaves its key free, so after a 503 repeat it with the same key. This operation does more
                 *     than one transaction can hold. Where nobody knows whether it took effect, because the server was killed or the
                 *     database was lost at the last moment, the repeat is 409 after 5 seconds: look at what is there, then send the request
                 *     with a new key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfWork"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result, also when it does not work */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "status": 200,
                     *       "reason": "It works.",
                     *       "checkedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["IntegrationCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStanceState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "model": "gpt-5-mini",
                     *       "promptVersion": 1,
                     *       "pending": 12,
                     *       "read": 1840,
                     *       "fallbacks": [
                     *         {
                     *           "reason": "INVALID_ANSWER",
                     *           "count": 3
                     *         }
                     *       ],
                     *       "spentToday": 1.25,
                     *       "spentTodayOnStance": 0.31
                     *     }
                     */
                    "application/json": components["schemas"]["StanceState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBrandsReportByUrl: {
        parameters: {
            query?: {
                /**
                 * @description Restricts the report to one brand; an unknown one gives an empty report
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                brand_id?: components["parameters"]["ReportBrandId"];
                /**
                 * @description Alias of brand_id. Send one or the other.
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                project_id?: components["parameters"]["ReportProject"];
                /**
                 * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                start_date?: components["parameters"]["ReportStart"];
                /**
                 * @description Last day of the range (UTC, inclusive); today by default
                 * @example 2026-10-31
                 */
                end_date?: components["parameters"]["ReportEnd"];
                /**
                 * @description Most entries to return; at most 1000 with competitors or evidence included
                 * @example 100
                 */
                limit?: components["parameters"]["ReportLimit"];
                /**
                 * @description Entries to pass over first
                 * @example 0
                 */
                offset?: components["parameters"]["ReportOffset"];
                /**
                 * @description The snapshot to stay on, or the name or id of a pin; as the header X-Snapshot-Id
                 * @example 20261120T081500123Z-4f2a91
                 */
                snapshot_id?: components["parameters"]["ReportSnapshot"];
                /**
                 * @description Up to 3 dimensions with commas between, as in the body of the POST
                 * @example platform,week
                 */
                dimensions?: components["parameters"]["ReportDimensions"];
                /**
                 * @description `field:operator:values` with commas between values; may be sent several times. A comma or a backslash in a value has
                 *     a backslash before it, and an empty value is null.
                 * @example [
                 *       "platform:in:CHATGPT,CLAUDE"
                 *     ]
                 */
                filters?: components["parameters"]["ReportFilters"];
                /**
                 * @description `field:gte:value` or `field:lte:value`; may be sent several times
                 * @example [
                 *       "visibility_total:gte:10"
                 *     ]
                 */
                having?: components["parameters"]["ReportHaving"];
                /**
                 * @description Fields with commas between, descending with a hyphen before it; `name` is the brand's
                 * @example -visibility,name
                 */
                order_by?: components["parameters"]["ReportOrderBy"];
                /**
                 * @description What to include, with commas between
                 * @example intervals
                 */
                include?: components["parameters"]["ReportInclude"];
                /**
                 * @description `previous`, or a first and last day with two dots between
                 * @example previous
                 */
                compare_to?: components["parameters"]["ReportCompareTo"];
                /**
                 * @description Whose scores count as sentiment, with commas between (LEXICON, MODEL, SENT, PERSON); all by default
                 * @example MODEL,PERSON
                 */
                sentiment_readers?: components["parameters"]["ReportSentimentReaders"];
                /**
                 * @description The form of the answer; without it `Accept` decides, and JSON where that names none of these
                 * @example csv
                 */
                format?: components["parameters"]["ReportFormat"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    ETag: components["headers"]["ReportETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "visibility": 66.67,
                     *           "visibility_count": 2,
                     *           "visibility_total": 3,
                     *           "sentiment": 81.25,
                     *           "sentiment_count": 2,
                     *           "position": 1.5,
                     *           "position_count": 2
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BrandsReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            304: components["responses"]["ReportNotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBrandsReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Range, page and breakdown; an empty body means all defaults */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BrandsReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "visibility": 66.67,
                     *           "visibility_count": 2,
                     *           "visibility_total": 3,
                     *           "sentiment": 81.25,
                     *           "sentiment_count": 2,
                     *           "position": 1.5,
                     *           "position_count": 2
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BrandsReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQueriesReportByUrl: {
        parameters: {
            query?: {
                /**
                 * @description Restricts the report to one brand; an unknown one gives an empty report
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                brand_id?: components["parameters"]["ReportBrandId"];
                /**
                 * @description Alias of brand_id. Send one or the other.
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                project_id?: components["parameters"]["ReportProject"];
                /**
                 * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                start_date?: components["parameters"]["ReportStart"];
                /**
                 * @description Last day of the range (UTC, inclusive); today by default
                 * @example 2026-10-31
                 */
                end_date?: components["parameters"]["ReportEnd"];
                /**
                 * @description Most entries to return; at most 1000 with competitors or evidence included
                 * @example 100
                 */
                limit?: components["parameters"]["ReportLimit"];
                /**
                 * @description Entries to pass over first
                 * @example 0
                 */
                offset?: components["parameters"]["ReportOffset"];
                /**
                 * @description The snapshot to stay on, or the name or id of a pin; as the header X-Snapshot-Id
                 * @example 20261120T081500123Z-4f2a91
                 */
                snapshot_id?: components["parameters"]["ReportSnapshot"];
                /**
                 * @description Up to 3 dimensions with commas between, as in the body of the POST
                 * @example platform,week
                 */
                dimensions?: components["parameters"]["ReportDimensions"];
                /**
                 * @description `field:operator:values` with commas between values; may be sent several times. A comma or a backslash in a value has
                 *     a backslash before it, and an empty value is null.
                 * @example [
                 *       "platform:in:CHATGPT,CLAUDE"
                 *     ]
                 */
                filters?: components["parameters"]["ReportFilters"];
                /**
                 * @description `field:gte:value` or `field:lte:value`; may be sent several times
                 * @example [
                 *       "visibility_total:gte:10"
                 *     ]
                 */
                having?: components["parameters"]["ReportHaving"];
                /**
                 * @description Fields with commas between, descending with a hyphen before it; `name` is the brand's
                 * @example -visibility,name
                 */
                order_by?: components["parameters"]["ReportOrderBy"];
                /**
                 * @description What to include, with commas between
                 * @example intervals
                 */
                include?: components["parameters"]["ReportInclude"];
                /**
                 * @description `previous`, or a first and last day with two dots between
                 * @example previous
                 */
                compare_to?: components["parameters"]["ReportCompareTo"];
                /**
                 * @description Whose scores count as sentiment, with commas between (LEXICON, MODEL, SENT, PERSON); all by default
                 * @example MODEL,PERSON
                 */
                sentiment_readers?: components["parameters"]["ReportSentimentReaders"];
                /**
                 * @description The form of the answer; without it `Accept` decides, and JSON where that names none of these
                 * @example csv
                 */
                format?: components["parameters"]["ReportFormat"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    ETag: components["headers"]["ReportETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           },
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "executedAt": "2026-10-31T09:30:00.000Z",
                     *           "latestResult": {
                     *             "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *             "brandMentioned": true,
                     *             "visibilityScore": 100,
                     *             "position": 1,
                     *             "sentimentScore": 81.25,
                     *             "sentimentReader": "LEXICON"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["QueriesReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            304: components["responses"]["ReportNotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQueriesReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Range, page and breakdown; an empty body means all defaults */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QueriesReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           },
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "executedAt": "2026-10-31T09:30:00.000Z",
                     *           "latestResult": {
                     *             "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *             "brandMentioned": true,
                     *             "visibilityScore": 100,
                     *             "position": 1,
                     *             "sentimentScore": 81.25,
                     *             "sentimentReader": "LEXICON"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["QueriesReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMentionsReportByUrl: {
        parameters: {
            query?: {
                /**
                 * @description Restricts the report to one brand; an unknown one gives an empty report
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                brand_id?: components["parameters"]["ReportBrandId"];
                /**
                 * @description Alias of brand_id. Send one or the other.
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                project_id?: components["parameters"]["ReportProject"];
                /**
                 * @description First day of the range (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                start_date?: components["parameters"]["ReportStart"];
                /**
                 * @description Last day of the range (UTC, inclusive); today by default
                 * @example 2026-10-31
                 */
                end_date?: components["parameters"]["ReportEnd"];
                /**
                 * @description Most entries to return; at most 1000 with competitors or evidence included
                 * @example 100
                 */
                limit?: components["parameters"]["ReportLimit"];
                /**
                 * @description Entries to pass over first
                 * @example 0
                 */
                offset?: components["parameters"]["ReportOffset"];
                /**
                 * @description The snapshot to stay on, or the name or id of a pin; as the header X-Snapshot-Id
                 * @example 20261120T081500123Z-4f2a91
                 */
                snapshot_id?: components["parameters"]["ReportSnapshot"];
                /**
                 * @description Up to 3 dimensions with commas between, as in the body of the POST
                 * @example platform,week
                 */
                dimensions?: components["parameters"]["ReportDimensions"];
                /**
                 * @description `field:operator:values` with commas between values; may be sent several times. A comma or a backslash in a value has
                 *     a backslash before it, and an empty value is null.
                 * @example [
                 *       "platform:in:CHATGPT,CLAUDE"
                 *     ]
                 */
                filters?: components["parameters"]["ReportFilters"];
                /**
                 * @description `field:gte:value` or `field:lte:value`; may be sent several times
                 * @example [
                 *       "visibility_total:gte:10"
                 *     ]
                 */
                having?: components["parameters"]["ReportHaving"];
                /**
                 * @description Fields with commas between, descending with a hyphen before it; `name` is the brand's
                 * @example -visibility,name
                 */
                order_by?: components["parameters"]["ReportOrderBy"];
                /**
                 * @description What to include, with commas between
                 * @example intervals
                 */
                include?: components["parameters"]["ReportInclude"];
                /**
                 * @description `previous`, or a first and last day with two dots between
                 * @example previous
                 */
                compare_to?: components["parameters"]["ReportCompareTo"];
                /**
                 * @description Whose scores count as sentiment, with commas between (LEXICON, MODEL, SENT, PERSON); all by default
                 * @example MODEL,PERSON
                 */
                sentiment_readers?: components["parameters"]["ReportSentimentReaders"];
                /**
                 * @description The form of the answer; without it `Accept` decides, and JSON where that names none of these
                 * @example csv
                 */
                format?: components["parameters"]["ReportFormat"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    ETag: components["headers"]["ReportETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "sourceUrl": "https://reviews.example/best-reading-lamps",
                     *           "title": "Best reading lamps",
                     *           "snippet": "Lumenfold is the gentlest lamp we found.",
                     *           "platform": "CHATGPT",
                     *           "sentiment": "POSITIVE",
                     *           "sentimentScore": 81.25,
                     *           "sentimentReader": "LEXICON",
                     *           "discoveredAt": "2026-10-31T09:30:00.000Z",
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MentionsReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            304: components["responses"]["ReportNotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMentionsReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410. Or the name or id of a pin, which is kept
                 *     for as long as it was asked for: `POST /api/pins`.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Range, page and breakdown; an empty body means all defaults */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MentionsReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    /** @description All matching entries, before limit and offset; with CSV, NDJSON and Parquet, which have no `total` */
                    "X-Total-Count"?: number;
                    /** @description The `next` of a pull (`after`, `updated_since`) as CSV or NDJSON; absent after the last page */
                    "X-Next-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "sourceUrl": "https://reviews.example/best-reading-lamps",
                     *           "title": "Best reading lamps",
                     *           "snippet": "Lumenfold is the gentlest lamp we found.",
                     *           "platform": "CHATGPT",
                     *           "sentiment": "POSITIVE",
                     *           "sentimentScore": 81.25,
                     *           "sentimentReader": "LEXICON",
                     *           "discoveredAt": "2026-10-31T09:30:00.000Z",
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MentionsReport"];
                    /**
                     * @example brand_id,brand_name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBreaks: {
        parameters: {
            query: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description The brand, which may be archived; an unknown one has no breaks
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId: string;
                /**
                 * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                startDate?: string;
                /**
                 * @description Last day (UTC, inclusive); by default today
                 * @example 2026-10-31
                 */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of breaks */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "day": "2026-11-19",
                     *           "kind": "model",
                     *           "platform": "CHATGPT",
                     *           "description": "The first answer of gpt-5 on CHATGPT.",
                     *           "details": {
                     *             "models": [
                     *               "gpt-5"
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["BreakList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportBreaks: {
        parameters: {
            query: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description The brand, which may be archived; an unknown one has no breaks
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId: string;
                /**
                 * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                startDate?: string;
                /**
                 * @description Last day (UTC, inclusive); by default today
                 * @example 2026-10-31
                 */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of breaks */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "day": "2026-11-19",
                     *           "kind": "model",
                     *           "platform": "CHATGPT",
                     *           "description": "The first answer of gpt-5 on CHATGPT.",
                     *           "details": {
                     *             "models": [
                     *               "gpt-5"
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["BreakList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReportBrands: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description true lists archived brands, false the others (default)
                 * @example false
                 */
                archived?: boolean;
                /**
                 * @description Only brands whose name holds this text, in any case
                 * @example lumen
                 */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of brands */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ReportBrandList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReportPrompts: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only the prompt with this id
                 * @example 019aa0c4-7f00-7000-8000-000000000002
                 */
                queryId?: string;
                /**
                 * @description Only those of this brand, which may be archived
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only those of this platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description Only queries with this tag
                 * @example lamps
                 */
                tag?: string;
                /**
                 * @description Only queries whose text holds this one, in any case
                 * @example lamp
                 */
                search?: string;
                /**
                 * @description true lists archived queries, false the others (default)
                 * @example false
                 */
                archived?: boolean;
                /**
                 * @description true lists queries with a planned run, false those without
                 * @example true
                 */
                scheduled?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of queries */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["QueryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportCoverage: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKeyInQuery"];
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description First day (UTC, inclusive); by default 30 days before today, which are 31 days with today
                 * @example 2026-10-01
                 */
                startDate?: components["parameters"]["DefaultStartDate"];
                /**
                 * @description Last day (UTC, inclusive); by default today
                 * @example 2026-10-31
                 */
                endDate?: components["parameters"]["DefaultEndDate"];
                /**
                 * @description Only runs of this brand, which may be archived
                 * @example 019aa0c4-7f00-7000-8000-000000000011
                 */
                brandId?: string;
                /**
                 * @description Only runs on this platform
                 * @example CHATGPT
                 */
                platform?: components["schemas"]["Platform"];
                /**
                 * @description BRAND gives a row a brand as well
                 * @example BRAND
                 */
                groupBy?: "PLATFORM" | "BRAND";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "startDate": "2026-11-18",
                     *       "endDate": "2026-11-19",
                     *       "data": [
                     *         {
                     *           "day": "2026-11-19",
                     *           "platform": "CHATGPT",
                     *           "brand": null,
                     *           "expected": 24,
                     *           "executed": 21,
                     *           "failed": 1,
                     *           "pending": 1,
                     *           "missed": 1,
                     *           "coverage": 87.5,
                     *           "ingested": 0
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null,
                     *       "sum": {
                     *         "expected": 24,
                     *         "executed": 21,
                     *         "failed": 1,
                     *         "pending": 1,
                     *         "missed": 1,
                     *         "coverage": 87.5,
                     *         "ingested": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Coverage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One message of JSON-RPC 2.0 */
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The answer to a request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "tools": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description A notification was taken */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A message that is no valid JSON-RPC, or of a protocol that is not served; or a body that cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "One message a POST. Send the messages of a batch one by one."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpRefusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            /** @description A method that is not known, in the protocol 2026-07-28 (those before have it in a 200) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "error": {
                     *         "code": -32601,
                     *         "message": "Method not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpRefusal"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPins: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of pins */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *           "name": "q3-2026",
                     *           "state": "READY",
                     *           "reason": null,
                     *           "snapshotId": "20261120T081500123Z-4f2a91",
                     *           "dataAsOf": "2026-11-20T08:15:00.123Z",
                     *           "bytes": 482133,
                     *           "extractionVersions": [
                     *             1
                     *           ],
                     *           "touchedAt": null,
                     *           "createdAt": "2026-11-20T08:15:02.000Z",
                     *           "expiresAt": "2027-12-25T08:15:02.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["PinList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The name, and what to pin */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "q3-2026",
                 *       "keepDays": 400
                 *     }
                 */
                "application/json": components["schemas"]["PinCreate"];
            };
        };
        responses: {
            /** @description The pin, queued */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "name": "q3-2026",
                     *       "state": "QUEUED",
                     *       "reason": null,
                     *       "snapshotId": null,
                     *       "dataAsOf": null,
                     *       "bytes": null,
                     *       "extractionVersions": null,
                     *       "touchedAt": null,
                     *       "createdAt": "2026-11-20T08:15:02.000Z",
                     *       "expiresAt": "2027-12-25T08:15:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Pin"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pin */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000041",
                     *       "name": "q3-2026",
                     *       "state": "READY",
                     *       "reason": null,
                     *       "snapshotId": "20261120T081500123Z-4f2a91",
                     *       "dataAsOf": "2026-11-20T08:15:00.123Z",
                     *       "bytes": 482133,
                     *       "extractionVersions": [
                     *         1
                     *       ],
                     *       "touchedAt": null,
                     *       "createdAt": "2026-11-20T08:15:02.000Z",
                     *       "expiresAt": "2027-12-25T08:15:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Pin"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first; not together with `after`. Pages by offset shift when entries come and go
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description The cursor of an earlier answer, its `next`: the page begins behind the last entry of that one. Entries that are there
                 *     all the time are in one page each, whatever comes and goes meanwhile. The other filters must be the same; `limit` may
                 *     change.
                 * @example AdVZ9rN3GpbVcuRvSmq0cXF1bGlmZQ
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Only exports in this state
                 * @example COMPLETED
                 */
                state?: components["schemas"]["ExportState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exports */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The report and the format */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportCreate"];
            };
        };
        responses: {
            /** @description The export, queued */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000031",
                     *       "kind": "REPORT",
                     *       "report": "MENTIONS",
                     *       "format": "CSV",
                     *       "parameters": {
                     *         "brand_id": null,
                     *         "start_date": "2026-10-01",
                     *         "end_date": "2026-10-31"
                     *       },
                     *       "state": "QUEUED",
                     *       "reason": null,
                     *       "rowsWritten": 0,
                     *       "rowsTotal": null,
                     *       "bytes": null,
                     *       "snapshotId": null,
                     *       "dataAsOf": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "startedAt": null,
                     *       "finishedAt": null,
                     *       "expiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of a response that the client has cached; where it is still the same, 304 without a body
                 * @example W/"Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000031",
                     *       "kind": "REPORT",
                     *       "report": "MENTIONS",
                     *       "format": "CSV",
                     *       "parameters": {
                     *         "brand_id": null,
                     *         "start_date": "2026-10-01",
                     *         "end_date": "2026-10-31"
                     *       },
                     *       "state": "COMPLETED",
                     *       "reason": null,
                     *       "rowsWritten": 1200,
                     *       "rowsTotal": 1200,
                     *       "bytes": 482133,
                     *       "snapshotId": "20261120T081500123Z-4f2a91",
                     *       "dataAsOf": "2026-11-19T09:30:00.000Z",
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "startedAt": "2026-11-19T09:30:00.500Z",
                     *       "finishedAt": "2026-11-19T09:30:02.000Z",
                     *       "expiresAt": "2026-11-26T09:30:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the version that this change is based on, or several, or `*`. Where the resource has another version by
                 *     now nothing is changed and the answer is 412. Weak ETags (`W/`) count too. What changes by itself, such as
                 *     `lastUsedAt`, makes no other version.
                 * @example "Zk3Jd0oYf1w2aB4cD5eF6g"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    /** @description Names the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example brand.id,brand.name,visibility
                     *     019aa0c4-7f00-7000-8000-000000000001,Lumenfold,66.67
                     */
                    "text/csv": string;
                    /** @example {"brand":{"id":"019aa0c4-7f00-7000-8000-000000000001","name":"Lumenfold"},"visibility":66.67} */
                    "application/x-ndjson": string;
                    /** @example PAR1 */
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDataExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422. A request that was refused or that
                 *     failed leaves its key free, so after a 503 repeat it with the same key. What the request does and its answer are stored
                 *     together: whatever was lost, the server or the answer, the repeat gives the first answer if the request took effect, and
                 *     makes it take effect if it did not. While the first request is still being worked on, a repeat waits for up to 5
                 *     seconds; then it is 409, and may be sent again with the same key.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, queued */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000031",
                     *       "kind": "ORGANISATION",
                     *       "report": null,
                     *       "format": "NDJSON",
                     *       "parameters": null,
                     *       "state": "QUEUED",
                     *       "reason": null,
                     *       "rowsWritten": 0,
                     *       "rowsTotal": null,
                     *       "bytes": null,
                     *       "snapshotId": null,
                     *       "dataAsOf": null,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "startedAt": null,
                     *       "finishedAt": null,
                     *       "expiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
export interface security {
    getDashboard: never;
    getDocs: never;
    getGuide: never;
    getAsset: never;
    getHealth: never;
    getReadiness: never;
    getOpenapiJson: never;
    getOpenapiYaml: never;
    login: never;
    refreshToken: never;
    register: never;
    logout: "bearerToken";
    getMe: "bearerToken";
    changePassword: "bearerToken";
    switchOrganisation: "bearerToken";
    acceptInvitation: never;
    getOrganisation: "bearerToken";
    updateOrganisation: "bearerToken";
    deleteOrganisation: "bearerToken";
    listMembers: "bearerToken";
    getMember: "bearerToken";
    updateMember: "bearerToken";
    removeMember: "bearerToken";
    listInvitations: "bearerToken";
    createInvitation: "bearerToken";
    getInvitation: "bearerToken";
    revokeInvitation: "bearerToken";
    listAuditLog: "bearerToken";
    listApiKeys: "bearerToken";
    createApiKey: "bearerToken";
    getApiKey: "bearerToken";
    updateApiKey: "bearerToken";
    revokeApiKey: "bearerToken";
    rotateApiKey: "bearerToken";
    listBrands: "bearerToken";
    createBrand: "bearerToken";
    getBrand: "bearerToken";
    updateBrand: "bearerToken";
    archiveBrand: "bearerToken";
    listCompetitors: "bearerToken";
    createCompetitor: "bearerToken";
    previewNames: "bearerToken";
    suggestPrompts: "bearerToken";
    suggestIgnoredPhrases: "bearerToken";
    getBrandComparison: "bearerToken";
    getCompetitor: "bearerToken";
    updateCompetitor: "bearerToken";
    deleteCompetitor: "bearerToken";
    listQueries: "bearerToken";
    createQuery: "bearerToken";
    bulkCreateQueries: "bearerToken";
    scheduleQueries: "bearerToken";
    runQueries: "bearerToken";
    getQuery: "bearerToken";
    updateQuery: "bearerToken";
    archiveQuery: "bearerToken";
    listQueryRuns: "bearerToken";
    runQuery: "bearerToken";
    getCoverage: "bearerToken";
    listRuns: "bearerToken";
    ingestRuns: "bearerToken" | "apiKeyHeader" | "apiKeyQuery";
    getRun: "bearerToken";
    getRunNamings: "bearerToken";
    listMentions: "bearerToken";
    getMention: "bearerToken";
    updateMention: "bearerToken";
    testExtraction: "bearerToken";
    listTrials: "bearerToken";
    createTrial: "bearerToken";
    getTrial: "bearerToken";
    cancelTrial: "bearerToken";
    reportBrands: "apiKeyHeader" | "apiKeyQuery";
    reportBrandsByUrl: "apiKeyHeader" | "apiKeyQuery";
    reportQueries: "apiKeyHeader" | "apiKeyQuery";
    reportQueriesByUrl: "apiKeyHeader" | "apiKeyQuery";
    reportMentions: "apiKeyHeader" | "apiKeyQuery";
    reportMentionsByUrl: "apiKeyHeader" | "apiKeyQuery";
    getReportRun: "apiKeyHeader" | "apiKeyQuery";
    getSubscription: "bearerToken";
    changePlan: "bearerToken";
    listPlans: "bearerToken";
    getCitationOverview: "bearerToken";
    listCitedDomains: "bearerToken";
    listCitedUrls: "bearerToken";
    listCampaigns: "bearerToken";
    createCampaign: "bearerToken";
    getCampaign: "bearerToken";
    updateCampaign: "bearerToken";
    closeCampaign: "bearerToken";
    listBriefs: "bearerToken";
    createBrief: "bearerToken";
    getBrief: "bearerToken";
    deleteBrief: "bearerToken";
    listDrafts: "bearerToken";
    createDraft: "bearerToken";
    getDraft: "bearerToken";
    updateDraft: "bearerToken";
    listDraftVersions: "bearerToken";
    getDraftVersion: "bearerToken";
    listSchemas: "bearerToken";
    createSchema: "bearerToken";
    generateSchema: "bearerToken";
    validateSchema: "bearerToken";
    getSchema: "bearerToken";
    updateSchema: "bearerToken";
    deleteSchema: "bearerToken";
    listAlertRules: "bearerToken";
    createAlertRule: "bearerToken";
    getAlertRule: "bearerToken";
    updateAlertRule: "bearerToken";
    deleteAlertRule: "bearerToken";
    listAlerts: "bearerToken";
    getAlert: "bearerToken";
    acknowledgeAlert: "bearerToken";
    resolveAlert: "bearerToken";
    listWebhooks: "bearerToken";
    createWebhook: "bearerToken";
    getWebhook: "bearerToken";
    updateWebhook: "bearerToken";
    deleteWebhook: "bearerToken";
    rotateWebhookSecret: "bearerToken";
    testWebhook: "bearerToken";
    replayWebhookDeliveries: "bearerToken";
    listWebhookDeliveries: "bearerToken";
    getWebhookDelivery: "bearerToken";
    replayWebhookDelivery: "bearerToken";
    listIntegrations: "bearerToken";
    createIntegration: "bearerToken";
    getIntegration: "bearerToken";
    updateIntegration: "bearerToken";
    deleteIntegration: "bearerToken";
    checkIntegration: "bearerToken";
    getStanceState: "bearerToken";
    getBrandsReport: "bearerToken";
    getBrandsReportByUrl: "bearerToken";
    getQueriesReport: "bearerToken";
    getQueriesReportByUrl: "bearerToken";
    getMentionsReport: "bearerToken";
    getMentionsReportByUrl: "bearerToken";
    listBreaks: "bearerToken";
    getReportBreaks: "apiKeyHeader" | "apiKeyQuery";
    listReportBrands: "apiKeyHeader" | "apiKeyQuery";
    listReportPrompts: "apiKeyHeader" | "apiKeyQuery";
    getReportCoverage: "apiKeyHeader" | "apiKeyQuery";
    callMcp: "apiKeyHeader" | "apiKeyBearer";
    listPins: "bearerToken";
    createPin: "bearerToken";
    getPin: "bearerToken";
    deletePin: "bearerToken";
    listExports: "bearerToken";
    createExport: "bearerToken";
    getExport: "bearerToken";
    deleteExport: "bearerToken";
    downloadExport: "bearerToken";
    createDataExport: "bearerToken";
}
