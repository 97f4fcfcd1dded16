-- Whether a brand b is in a report: the one of the request, which may be archived, or each that is not.
b.org_id = $org
    and case when cast($brand as text) is null then not b.archived else b.id = $brand end
    and (cast($allowed as text) is null or position(b.id in $allowed) > 0)
