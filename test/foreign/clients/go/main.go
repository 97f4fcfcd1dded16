// Uses the client that oapi-codegen made of the contract (package sightline) against a server.
// Usage: go run . URL EMAIL PASSWORD KEY
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"example/sightline"
)

var ctx = context.Background()

func main() {
	url, email, password, key := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	anyone := clientOf(url, "X-None", "")
	tokens, err := anyone.LoginWithResponse(ctx, sightline.Login{Email: email, Password: password})
	check(err)
	member := clientOf(url, "Authorization", "Bearer "+tokens.JSON200.AccessToken)
	byKey := clientOf(url, "X-API-Key", key)
	readReports(byKey)
	manageBrands(member)
	ingest(byKey)
	fmt.Println("used")
}

func manageBrands(member *sightline.ClientWithResponses) {
	brand := sightline.BrandCreate{Name: "Lumenfold", Aliases: &[]string{"Lumen Fold"}}
	made, err := member.CreateBrandWithResponse(ctx, nil, brand)
	check(err)
	expect(made.JSON201 != nil && made.JSON201.Name == "Lumenfold", made.Body)

	limit := 10
	listed, err := member.ListBrandsWithResponse(ctx, &sightline.ListBrandsParams{Limit: &limit})
	check(err)
	expect(listed.JSON200 != nil && len(listed.JSON200.Data) == 2, listed.Body)

	twice, err := member.CreateBrandWithResponse(ctx, nil, brand)
	check(err)
	expect(twice.JSON409 != nil && twice.JSON409.Error == sightline.ErrorCodeConflict, twice.Body)
}

func ingest(byKey *sightline.ClientWithResponses) {
	name := "Lumenfold"
	answer := "Lumenfold is the gentlest lamp we found."
	run := sightline.Run{
		ExternalId: "go-1",
		Brand:      &name,
		Platform:   "CHATGPT",
		QueryText:  "Which reading lamp is easiest on the eyes?",
		ExecutedAt: time.Now(),
		Answer:     &answer,
	}
	var entry sightline.RunBatch_Item
	check(entry.FromRun(run))
	outcome, err := byKey.IngestRunsWithResponse(ctx, nil, sightline.RunBatch{entry})
	check(err)
	expect(outcome.JSON200 != nil && outcome.JSON200.Created == 1, outcome.Body)

	lines := &bytes.Buffer{}
	for _, id := range []string{"go-2", "go-3"} {
		run.ExternalId = id
		check(json.NewEncoder(lines).Encode(run))
	}
	outcome, err = byKey.IngestRunsWithBodyWithResponse(ctx, nil, "application/x-ndjson", lines)
	check(err)
	expect(outcome.JSON200 != nil && outcome.JSON200.Created == 2, outcome.Body)
}

func readReports(byKey *sightline.ClientWithResponses) {
	limit := 10
	platform := sightline.BrandsReportDimensionPlatform
	brands, err := byKey.ReportBrandsWithResponse(ctx, nil, sightline.BrandsReportParameters{
		Limit:      &limit,
		Dimensions: &[]sightline.BrandsReportDimension{platform},
	})
	check(err)
	expect(brands.JSON200 != nil && brands.HTTPResponse.Header.Get("X-Snapshot-Id") != "", brands.Body)

	none := 0
	refused, err := byKey.ReportBrandsWithResponse(ctx, nil, sightline.BrandsReportParameters{Limit: &none})
	check(err)
	expect(refused.JSON400 != nil && refused.JSON400.Error == sightline.ErrorCodeValidationError, refused.Body)

	queries, err := byKey.ReportQueriesWithResponse(ctx, nil, sightline.QueriesReportParameters{})
	check(err)
	expect(queries.JSON200 != nil && len(queries.JSON200.Data) == 1, queries.Body)
	row, err := queries.JSON200.Data[0].AsQueryRow()
	check(err)
	expect(row.Brand.Name == "Kept" && row.Query.QueryText != "", queries.Body)
}

func clientOf(url, header, value string) *sightline.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set(header, value)
		return nil
	}
	client, err := sightline.NewClientWithResponses(url, sightline.WithRequestEditorFn(authorize))
	check(err)
	return client
}

func expect(holds bool, body []byte) {
	if !holds {
		panic(string(body))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
